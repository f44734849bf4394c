/**
 * The words of our own messages and of the hosts' errors: whatever else stands in a message may be of the person's library. Kept to
 * what helps to tell one problem from another.
 */
const WORDS = `a about access account add again all already an and another answer answered are as ask asked at available away be because been
before began behind being below between block blocks book books both broke but by bytes call can cancelled cannot category change changed character
characters check choose closed cloud column come command comment connect connection copies could count create data deep default deleted
deletion device did directory disk do does down each else empty end ended endpoint exist exists failed fetch few field file files first
folder for found free from full gave gone has have held here helper hidden highlight highlights how http https id if in inline interval into
invalid io is it its item items itself json key keys kind known large larger later left less line list locked long looking lost machine
made many match may memory message middle missing more moved much must name names network never no nobody none nor not note notes
nothing null number object occurred odd of off offline on once one only open operation or other others out overwritten own page pages
partial partials parse path pattern permission permitted place properties property quota exceeded range read reading readwise record
records redirect refused rejected remove removed rename repeated request requested required response result right rule s same says
sent server service set settings shape short should so some something space spaces stand started state step still stopped storage
store such sync synced syntax system tag take taken tells template text than that the their them then there these they this through
time times timed title to together token too transaction trash tries try twice under undefined unexpected until up updated use valid
value vault version was way web went were what when where which while whole will with within without word words working would write
written wrong yaml yet you your
eacces ebusy eexist eio eisdir emfile enametoolong enoent enospc enotdir enotempty eperm erofs aborterror quotaexceedederror
invalidstateerror unknownerror notfounderror typeerror`;

export const KNOWN_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/));
