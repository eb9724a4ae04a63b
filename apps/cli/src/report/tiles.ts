import {
  formatCost,
  formatDuration,
  formatInterval,
  formatMany,
  formatScore,
  formatShare,
  formatVerdictChange,
} from '@fairtrial/format';
import { quantile } from '@fairtrial/statistics';
import { html, type Html } from './html.ts';
import type { Report } from './report-data.ts';
import { toneOf } from './parts.ts';

/** The main figures of a run. */
export function tiles(report: Report): Html {
  const found = [
    overall(report),
    goals(report),
    passed(report),
    metadata(report),
    answered(report),
    latency(report),
  ];
  return html`<div class="tiles">${found.flatMap((one) => (one ? [tile(one)] : []))}</div>`;
}

function overall({ result, comparison }: Report): Tile {
  const stats = result.stats['overall'];
  const change = comparison?.on_this_suite;
  return {
    name: 'Overall',
    figure: formatScore(stats?.mean),
    lines: [
      stats?.ci95 ? `95 % interval ${formatInterval(stats.ci95)}` : '',
      change ? `change ${formatVerdictChange(change)}` : '',
    ],
    tone: comparison ? toneOf(change?.result, comparison.basis) : '',
  };
}

function goals({ result }: Report): Tile | undefined {
  const stats = result.stats['goal_reached'];
  return (
    stats && {
      name: 'Goal reached',
      figure: formatShare(stats.mean),
      lines: [
        stats.ci95 ? `95 % interval ${formatInterval(stats.ci95)}` : '',
        `in ${formatMany(stats.n, 'conversation')} that count`,
      ],
    }
  );
}

function passed({ result: { passes } }: Report): Tile | undefined {
  if (passes === null) return undefined;
  const [k = '1', hat = null] = Object.entries(passes.pass_hat_k).at(-1) ?? [];
  return {
    name: `All of ${k} attempts pass (pass^${k})`,
    figure: formatShare(hat),
    lines: [
      hat === null ? `fewer than ${k} known attempts of a scenario` : '',
      `${passes.passed} of ${formatMany(passes.attempts, 'attempt')} passed`,
      `flaky scenarios: ${passes.flaky_scenarios} of ${passes.scenarios}`,
    ],
  };
}

function metadata({ result }: Report): Tile | undefined {
  const stats = result.stats['metadata'];
  return (
    stats && {
      name: 'Metadata',
      figure: formatScore(stats.mean),
      lines: [stats.ci95 ? `95 % interval ${formatInterval(stats.ci95)}` : ''],
    }
  );
}

function answered({ result }: Report): Tile | undefined {
  const stats = result.stats['answered'];
  const lines = [formatMany(result.warnings.length, 'warning')];
  return stats && { name: 'Answered', figure: formatShare(stats.mean), lines };
}

function latency({ result }: Report): Tile | undefined {
  const latencies = result.results.scenarios
    .flatMap(({ attempts }) => attempts.flatMap(({ interactions }) => interactions))
    .flatMap(({ outcome, latency_ms: ms }) => (outcome === 'answered' ? [ms] : []));
  if (latencies.length === 0) return undefined;
  const [median, p95] = [quantile(latencies, 0.5), quantile(latencies, 0.95)];
  const cost = result.cost.total;
  return {
    name: 'Latency p50 / p95',
    figure: `${formatDuration(median)} / ${formatDuration(p95)}`,
    lines: [
      formatMany(result.usage.total_tokens, 'token'),
      cost === null ? '' : `cost ${formatCost(cost)}`,
    ],
  };
}

interface Tile {
  readonly name: string;
  readonly figure: string;
  readonly lines: readonly string[];
  readonly tone?: string;
}

function tile({ name, figure, lines, tone = '' }: Tile): Html {
  const hints = lines
    .filter((line) => line !== '')
    .map((line) => html`<div class="hint">${line}</div>`);
  return html`<section class="card">
    <h2>${name}</h2>
    <div class="figure ${tone}">${figure}</div>
    ${hints}
  </section>`;
}
