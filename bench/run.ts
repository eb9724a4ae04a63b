/** `npm run bench -- <name>`: a side-by-side measurement. The last line is one JSON object. */
import { measureAdmission } from './admission/measure-admission.ts';
import { measureAgent } from './agent/measure-agent.ts';
import { measureConsole } from './console/measure-console.ts';
import { measureEgress } from './egress.ts';
import { measureEvaluate } from './evaluate/measure-evaluate.ts';
import { measureGrowth } from './growth/measure-growth.ts';
import { measureScorers } from './scorers.ts';
import { measureSoak } from './soak.ts';

const BENCHES: Readonly<Record<string, () => Promise<object>>> = {
  admission: measureAdmission,
  agent: measureAgent,
  console: measureConsole,
  egress: measureEgress,
  evaluate: measureEvaluate,
  growth: measureGrowth,
  scorers: measureScorers,
  soak: measureSoak,
};

const [name = ''] = process.argv.slice(2);
const bench = BENCHES[name];
if (bench === undefined) {
  console.error(`usage: npm run bench -- ${Object.keys(BENCHES).join(' | ')}`);
  process.exit(2);
}
console.log(JSON.stringify(await bench()));
