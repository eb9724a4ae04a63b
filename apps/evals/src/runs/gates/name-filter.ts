import type { PlannedScenario } from '../../db/runs/run.ts';

/** Whether a scenario is meant: by id or name, `*` standing for anything and `?` for any one character. */
export function nameFilter(pattern: string | undefined): (scenario: PlannedScenario) => boolean {
  if (pattern === undefined) return () => true;
  return ({ id, name }) => fits(pattern, id) || fits(pattern, name);
}

/** Goes back to the last star only, so that no pattern takes longer than both lengths multiplied. */
function fits(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let mark = 0;
  for (let place = 0; place < text.length;) {
    const wanted = pattern[at];
    if (wanted === '*') {
      star = at;
      mark = place;
      at += 1;
    } else if (wanted === '?' || (wanted !== undefined && wanted === text[place])) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      mark += 1;
      place = mark;
      at = star + 1;
    } else {
      return false;
    }
  }
  return /^\**$/.test(pattern.slice(at));
}
