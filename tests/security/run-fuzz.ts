/**
 * `npm run fuzz [-- <requests> [<seed>]]`: sends requests generated from both OpenAPI documents, some valid, some
 * almost valid, some invalid. Fails if one is answered with an internal error, exceeds the CPU limit of a request, or
 * makes a service grow. The last line is one JSON object; the same seed generates the same requests.
 */
import { seededRandom } from '@assay/statistics';
import { createRequests } from './fuzz/generate-request.ts';
import { playClass, type ClassReport } from './runner/play-class.ts';
import { describeClass, describeHead, summaryLine } from './runner/report.ts';
import { watchMemory } from './runner/watch-memory.ts';
import { withEnvironment } from './runner/with-environment.ts';

const IN_CI = 5000;
const AT_A_TIME = 2500;

const [count = String(IN_CI), seedText = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
const [requests, seed] = [Number(count), Number(seedText)];
if (!Number.isInteger(requests) || requests < 1 || !Number.isInteger(seed)) {
  process.stderr.write('usage: npm run fuzz [-- <requests> [<seed>]]\n');
  process.exit(2);
}

const reports: ClassReport[] = [];
await withEnvironment(async (environment) => {
  const next = createRequests(environment, seededRandom(seed));
  const growth = watchMemory(environment);
  process.stdout.write(`seed ${seed}\n${describeHead()}\n`);
  for (let done = 0; done < requests; done += AT_A_TIME) {
    const some = Math.min(AT_A_TIME, requests - done);
    const report = await playClass(environment, {
      title: `requests ${done + 1} to ${done + some}`,
      attacks: () => Array.from({ length: some }, next),
    });
    process.stdout.write(`${describeClass(report)}\n`);
    reports.push(report);
  }
  // Each report checks its own growth; the sum over all reports is also limited.
  const { breaches, growthMiB } = growth.read();
  const all = { tried: 0, slowestMs: 0, mostCpuMs: 0, growthMiB, title: 'all of them' };
  reports.push({ ...all, breaches: breaches.map((what) => ({ attack: 'all of them', what })) });
});
process.stdout.write(`${summaryLine(reports, { seed })}\n`);
process.exit(reports.every(({ breaches }) => breaches.length === 0) ? 0 : 1);
