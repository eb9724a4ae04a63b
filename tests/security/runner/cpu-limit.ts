/** Maximum CPU time of one request on a machine that no other process slows down. */
export const MAX_CPU_MS = 250;
/** The same as a multiple of bare parsing: refusing a body with the maximum number of values takes about 5. */
const MAX_PARSES = 8;

const REPEATS = 3;
const OBJECTS = 195;
const KEYS = 1000;

/**
 * True if a request took too much CPU time. Other processes can make the CPU slower by half, so above `MAX_CPU_MS` it is
 * compared with parsing a large body now.
 */
export function exceedsCpuLimit(usedMs: number): boolean {
  return usedMs > MAX_CPU_MS && usedMs > MAX_PARSES * parseMs();
}

/** Minimum of three measurements. */
function parseMs(): number {
  const keys = Array.from({ length: KEYS }, (_, no) => `"k${no}":0`).join(',');
  const body = `[${Array.from({ length: OBJECTS }, () => `{${keys}}`).join(',')}]`;
  const parses = Array.from({ length: REPEATS }, () => {
    const before = process.cpuUsage();
    JSON.parse(body);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...parses);
}
