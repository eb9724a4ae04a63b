import type { ModelPrices } from '@fairtrial/contracts';
import { costInDollars, findPrice, readUsage, type TokenUsage } from '@fairtrial/models';
import type { Meter } from '@opentelemetry/api';
import type { AgentEvent } from './agent-event.ts';
import type { RunAgent } from './run-agent.ts';

const BUCKETS_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

interface Measures {
  readonly meter: Meter;
  readonly prices: ModelPrices;
}

/** Records metrics by model: runs and their duration, tokens, cost, tool calls. */
export function measureAgent({ meter, prices }: Measures, run: RunAgent): RunAgent {
  const duration = meter.createHistogram('agent.run.duration.seconds', {
    description: 'From the first question to the answer, by model and end',
    advice: { explicitBucketBoundaries: BUCKETS_SECONDS },
  });
  const tokens = meter.createCounter('agent.tokens', { description: 'By model and direction' });
  const cost = meter.createCounter('agent.cost.dollars', {
    description: 'Of runs of which MODEL_PRICES has every price',
  });
  const tools = meter.createCounter('agent.tool.calls', { description: 'By tool and end' });
  const names = boundedNames();

  function count(model: string, reported: TokenUsage): void {
    tokens.add(reported.prompt_tokens, { model, direction: 'input' });
    tokens.add(reported.completion_tokens, { model, direction: 'output' });
    const usage = readUsage(reported);
    const price = findPrice(prices, model);
    const dollars = usage && price && costInDollars(usage, price);
    if (dollars !== undefined) cost.add(dollars, { model });
  }

  async function* measured(
    model: string,
    events: AsyncIterable<AgentEvent>,
  ): AsyncGenerator<AgentEvent> {
    const started = performance.now();
    let end = 'abandoned';
    try {
      for await (const event of events) {
        if (event.type === 'tool-answered') {
          tools.add(1, {
            tool: names(event.step.name),
            end: event.step.failed ? 'failed' : 'answered',
          });
        }
        if (event.type === 'agent-finished') {
          count(names(event.answer.model), event.answer.usage);
          end = 'answered';
        }
        yield event;
      }
    } catch (thrown) {
      end = 'failed';
      throw thrown;
    } finally {
      duration.record((performance.now() - started) / 1000, { model, end });
    }
  }

  return (asked) => measured(names(asked.route.model), run(asked));
}

const MAX_NAMES = 200;

/** Bounds metric cardinality: callers choose the names, so later ones are counted as 'other'. */
function boundedNames(): (name: string) => string {
  const seen = new Set<string>();
  return (name) => {
    if (seen.size < MAX_NAMES) seen.add(name);
    return seen.has(name) ? name : 'other';
  };
}
