/** The most moments that fall into any 60 seconds (both ends included). */
export function mostInAnyMinute(moments: readonly number[]): number {
  const sorted = [...moments].sort((left, right) => left - right);
  let start = 0;
  let most = 0;
  sorted.forEach((moment, index) => {
    while (moment - (sorted[start] ?? moment) > 60_000) start += 1;
    most = Math.max(most, index - start + 1);
  });
  return most;
}
