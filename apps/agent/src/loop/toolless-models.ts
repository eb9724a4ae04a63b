import type { ProviderError } from '@fairtrial/models';
import type { Meter } from '@opentelemetry/api';
import { LRUCache } from 'lru-cache';

export interface LoopLog {
  warn(fields: object, message: string): void;
}

/** Models that rejected tools and then answered without them. */
export interface ToollessModels {
  has(model: string): boolean;
  add(model: string, refusal: string): void;
}

interface Services {
  readonly log: LoopLog;
  readonly meter: Meter;
  readonly now?: () => number;
}

const MAX_MODELS = 1000;
const TTL_MINUTES = 10;

/** Entries expire: a provider can gain tool support, or its error was a mistake. */
export function createToollessModels({ log, meter, now }: Services): ToollessModels {
  const refusals = meter.createCounter('agent.tool.refusals', {
    description: 'Models found to take no tools; they are asked without for 10 minutes',
  });
  refusals.add(0); // exports the counter with 0, so that an alert sees the first increase
  const models = new LRUCache<string, true>({
    max: MAX_MODELS,
    ttl: TTL_MINUTES * 60_000,
    ttlResolution: 0,
    perf: { now: now ?? (() => performance.now()) },
  });
  return {
    has: (model) => models.has(model),
    add(model, refusal) {
      models.set(model, true);
      refusals.add(1);
      log.warn(
        { model, refusal },
        `the model does not support tools; it is called without them for ${TTL_MINUTES} minutes`,
      );
    },
  };
}

/** Error texts of providers for models without any tool support. */
const REFUSALS: readonly RegExp[] = [
  /\b(?:does not|doesn't|do not|cannot|can't|that) support (?:\w+ ){0,2}['"`\\]*(?:tools?|functions?)\b/i,
  /\b(?:tools?|functions?)(?:[ _-](?:use|usage|calls?|calling|choice))?['"`\\]* (?:is|are) (?:not|currently not|not currently) (?:supported|available|enabled|allowed)\b/i,
  /\b(?:unrecognized|unknown|unsupported|unexpected)\b[^.{}]{0,40}['"`: ]tools?['"`\\]*(?:[ ,.}]|$)/i,
  /\btool choice requires --enable-auto-tool-choice\b/i,
  /\btools param requires --jinja\b/i,
];
/** Errors with these words are about this request, not about tool support. */
const OTHER_FAULTS = /context|token|too (?:long|many|large)|length|maximum|exceed|schema/i;

/** True if the provider reports that the model has no tool support; false for an error in one request or one tool. */
export function refusesTools({ status, message }: ProviderError['failure']): boolean {
  if (status === null || ![400, 404, 422, 500, 501].includes(status)) return false;
  return REFUSALS.some((said) => said.test(message)) && !OTHER_FAULTS.test(message);
}
