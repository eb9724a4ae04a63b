/**
 * How the services run. A call in flight outlives the young generation of the heap, so a large one only
 * collects more garbage to move, and what has been moved is looked at too late: with 2,500 calls in flight
 * these take 210 MB of memory, the defaults 430. The scripts agent and evals in package.json say the same.
 */
export const NODE_FLAGS: readonly string[] = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=25',
];
