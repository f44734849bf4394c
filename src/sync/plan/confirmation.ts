/**
 * What only a person can decide, said for one sync: `relink`, the vault now belongs to the token's account; `accept-missing`,
 * the notes that are not in the vault were deleted by the person.
 */
export type Confirmation = 'relink' | 'accept-missing';
