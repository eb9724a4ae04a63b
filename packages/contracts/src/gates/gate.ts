import { z } from 'zod';
import { orAbsent, RunId } from '../shared/fields.ts';
import { parseGate } from './parse-gate.ts';

export const Gate = z
  .string()
  .max(300, { abort: true })
  .superRefine((text, context) => {
    const parsed = parseGate(text);
    if (parsed.state === 'refused') context.addIssue(parsed.detail);
  })
  .describe(
    'A condition on a run, for example `overall >= 0.8`, `overall[bank-*] >= 0.8`, `metadata.intent >= 0.9`, ' +
      '`delta(overall) > -0.02`, `latency.p95 < 3s`, `answered >= 99%`, `pass_rate >= 0.9`, `pass_rate.corrected >= 0.9`, `pass^k >= 0.85`, ' +
      '`checks >= 0.9`, `checks.<id> >= 0.95`, `no regression`, `no regression beyond 0.05`, `allow regression` or `allow failures`.',
  )
  .meta({ id: 'Gate' });
export type Gate = z.infer<typeof Gate>;

export const Gates = z.array(Gate).max(50);
export type Gates = z.infer<typeof Gates>;

/** The run to compare with. */
export const Baseline = z
  .union([
    z.enum(['latest', 'pinned']),
    z.uuid({ error: 'must be latest, pinned or a run id' }).brand<'RunId'>(),
  ])
  .meta({ id: 'Baseline' });
export type Baseline = z.infer<typeof Baseline>;

/** The body of `POST /runs/{run_id}/gate`. */
export const GateRequest = z
  .object({
    gates: orAbsent(Gates),
    baseline: orAbsent(Baseline.describe('The run to compare with.')),
  })
  .meta({ id: 'GateRequest' });
export type GateRequest = z.infer<typeof GateRequest>;

export const GateResult = z.enum(['pass', 'fail', 'inconclusive']);
export type GateResult = z.infer<typeof GateResult>;

export const GateFinding = z
  .object({
    gate: z.string(),
    verdict: GateResult,
    value: z.number().nullable().describe('The measured value; latencies are in milliseconds.'),
    interval: z.tuple([z.number(), z.number()]).nullable(),
    limit: z.number().nullable(),
    sentence: z.string(),
  })
  .meta({ id: 'GateFinding' });
export type GateFinding = z.infer<typeof GateFinding>;

/** `fail` if a gate failed, else `inconclusive` if a gate is inconclusive, else `pass`. */
export const GateVerdict = z
  .object({
    verdict: GateResult,
    baseline_run_id: RunId.nullable(),
    gates: z.array(GateFinding),
  })
  .meta({ id: 'GateVerdict' });
export type GateVerdict = z.infer<typeof GateVerdict>;
