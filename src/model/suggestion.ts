function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** ` Did you mean "title"?`, or `''` when no known name is near. */
export function suggestion(name: string, known: readonly string[]): string {
  const wanted = name.slice(0, 40).toLowerCase();
  const ranked = known.map((candidate) => ({
    candidate,
    distance: editDistance(wanted, candidate.toLowerCase()),
  }));
  const nearest = ranked.sort((a, b) => a.distance - b.distance)[0];
  const allowed = wanted.length <= 3 ? 1 : Math.max(2, Math.floor(wanted.length / 3));
  return nearest !== undefined && nearest.distance <= allowed ? ` Did you mean "${nearest.candidate}"?` : '';
}
