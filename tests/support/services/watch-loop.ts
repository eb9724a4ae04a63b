/**
 * Loaded into a service (`--import`): on SIGWINCH, which means nothing else to it, it prints for how long its
 * event loop was held up at the most since the last time. `cpu_ms` is what the work itself took between two
 * looks; on a machine that others keep busy `wall_ms` is mostly theirs.
 */
const POLL_MS = 5;

let longest = { cpu: 0, wall: 0 };
let last = look();

function look(): { readonly cpu: number; readonly wall: number } {
  const { user, system } = process.threadCpuUsage();
  return { cpu: (user + system) / 1000, wall: performance.now() };
}

setInterval(() => {
  const now = look();
  longest = {
    cpu: Math.max(longest.cpu, now.cpu - last.cpu),
    wall: Math.max(longest.wall, now.wall - last.wall - POLL_MS),
  };
  last = now;
}, POLL_MS).unref();

process.on('SIGWINCH', () => {
  const { cpu, wall } = longest;
  process.stdout.write(`${JSON.stringify({ held_up: { cpu_ms: cpu, wall_ms: wall } })}\n`);
  longest = { cpu: 0, wall: 0 };
});
