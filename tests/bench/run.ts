/**
 * `npm run bench -- <name>…`: side-by-side measurements, one after the other; `all` for every one, `--short` for the
 * smallest size. The last line of each is one JSON object. Fails if a figure is missing or beyond its limit.
 */
import { measureAdmission } from './admission/measure-admission.ts';
import { measureAgent } from './agent/measure-agent.ts';
import { measureConsole } from './console/measure-console.ts';
import { measureEgress } from './egress.ts';
import { measureEvaluate } from './evaluate/measure-evaluate.ts';
import { measureGrowth } from './growth/measure-growth.ts';
import { findFaults, readOptions, type Options, type Report } from './report.ts';
import { measureScorers } from './scorers.ts';
import { measureSoak } from './soak.ts';

const BENCHES: Readonly<Record<string, (options: Options) => Promise<Report>>> = {
  admission: measureAdmission,
  agent: measureAgent,
  console: measureConsole,
  egress: measureEgress,
  evaluate: measureEvaluate,
  growth: measureGrowth,
  scorers: measureScorers,
  soak: measureSoak,
};

const { values: options, positionals } = readOptions();
const names = positionals.length === 0 && options.short ? ['all'] : positionals;
if (names.length === 0 || names.some((name) => name !== 'all' && !(name in BENCHES))) {
  console.error(`usage: npm run bench -- all | ${Object.keys(BENCHES).join(' | ')} [--short]`);
  process.exit(2);
}
for (const [name, measure] of Object.entries(BENCHES)) {
  if (!names.includes('all') && !names.includes(name)) continue;
  const { figures, faults } = await measure(options).then(
    (report) => ({ figures: report.figures, faults: findFaults(report) }),
    (error: unknown) => {
      console.error(error);
      return { figures: {}, faults: [String(error)] };
    },
  );
  if (faults.length > 0) process.exitCode = 1;
  console.log(JSON.stringify({ bench: name, ...figures, faults }, round));
}

function round(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value;
}
