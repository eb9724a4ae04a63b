/**
 * `npm test -- fuzz [<requests> [<seed>]]`: sends requests generated from both OpenAPI documents, some valid, some
 * almost valid, some invalid. Fails if one is answered with an internal error or costs more than an attack may, or if a
 * service takes too much memory. The last line is one JSON object; the same seed generates the same requests.
 */
import { seededRandom } from '@fairtrial/statistics';
import { createRequests } from './fuzz/generate-request.ts';
import { playClass, type ClassReport } from './runner/play-class.ts';
import { describeClass, describeHead, summaryLine } from './runner/report.ts';
import { withEnvironment } from './runner/with-environment.ts';

const IN_CI = 5000;
const AT_A_TIME = 2500;

const [count = String(IN_CI), seedText = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
const [requests, seed] = [Number(count), Number(seedText)];
if (!Number.isInteger(requests) || requests < 1 || !Number.isInteger(seed)) {
  process.stderr.write('usage: npm test -- fuzz [<requests> [<seed>]]\n');
  process.exit(2);
}

const reports: ClassReport[] = [];
await withEnvironment(async (environment, limits) => {
  const next = createRequests(environment, seededRandom(seed));
  process.stdout.write(`seed ${seed}\n${describeHead()}\n`);
  for (let done = 0; done < requests; done += AT_A_TIME) {
    const some = Math.min(AT_A_TIME, requests - done);
    const title = `requests ${done + 1} to ${done + some}`;
    const attacks = () => Array.from({ length: some }, next);
    const report = await playClass(environment, { title, attacks }, limits);
    process.stdout.write(`${describeClass(report)}\n`);
    reports.push(report);
  }
});
process.stdout.write(`${summaryLine(reports, { seed })}\n`);
process.exit(reports.every(({ breaches }) => breaches.length === 0) ? 0 : 1);
