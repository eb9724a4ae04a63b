import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { OpenTelemetry } from '@ai-sdk/otel';
import { context, propagation, SpanKind, trace, type Attributes } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { generateText, stepCountIs, tool, type ModelMessage, type Telemetry } from 'ai';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { startService, type Service } from '../support/services/start-service.ts';
import { startAgent, type Agent } from './start-agent.ts';

interface Said {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly text: string;
  readonly call?: { readonly name: string; readonly arguments: string };
}

const MODEL = 'openai/plain';
const CALL = { name: 'weather', arguments: '{"city":"Paris"}' };
const QUESTIONS = ['use weather {"city": "Paris"}', 'Thank you', 'Goodbye'] as const;
const CONVERSATION: readonly Said[] = [
  { role: 'user', text: QUESTIONS[0] },
  { role: 'assistant', text: '', call: CALL },
  { role: 'tool', text: 'sun in Paris' },
  { role: 'assistant', text: 'it says sun in Paris' },
  { role: 'user', text: QUESTIONS[1] },
  { role: 'assistant', text: 'Thank you' },
  { role: 'user', text: QUESTIONS[2] },
  { role: 'assistant', text: 'Goodbye' },
];

interface TracedCall {
  readonly attributes: Attributes;
  readonly events?: readonly (readonly [name: string, attributes: Attributes])[];
}

/** The span of one model call, in one convention. */
type Convention = (id: string, input: readonly Said[], output: Said) => TracedCall;

const json = JSON.stringify;
const CALL_ID = 'call-1';
const asOpenAi = { id: CALL_ID, type: 'function', function: CALL };

const currentMessage = ({ role, text, call }: Said): object => {
  if (role === 'tool')
    return { role, parts: [{ type: 'tool_call_response', id: CALL_ID, response: text }] };
  const said = text === '' ? [] : [{ type: 'text', content: text }];
  return { role, parts: [...said, ...(call ? [{ type: 'tool_call', id: CALL_ID, ...call }] : [])] };
};

const writeCurrent: Convention = (id, input, output) => ({
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': MODEL,
    'gen_ai.conversation.id': id,
    'gen_ai.input.messages': json(input.map(currentMessage)),
    'gen_ai.output.messages': json([currentMessage(output)]),
  },
});

const writeEarlier: Convention = (id, input, output) => ({
  attributes: {
    'gen_ai.system': 'openai',
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': MODEL,
    'gen_ai.conversation.id': id,
  },
  events: [
    ...input.map(({ role, text, call }): readonly [string, Attributes] => [
      `gen_ai.${role}.message`,
      {
        content: text,
        ...(role === 'tool' && { id: CALL_ID }),
        ...(call && { tool_calls: json([asOpenAi]) }),
      },
    ]),
    [
      'gen_ai.choice',
      {
        index: 0,
        message: json({
          role: 'assistant',
          content: output.text,
          ...(output.call && { tool_calls: [asOpenAi] }),
        }),
      },
    ],
  ],
});

const writeOpenInference: Convention = (id, input, output) => ({
  attributes: {
    'openinference.span.kind': 'LLM',
    'llm.model_name': MODEL,
    'session.id': id,
    ...numbered('llm.input_messages', input),
    ...numbered('llm.output_messages', [output]),
  },
});

function numbered(prefix: string, messages: readonly Said[]): Attributes {
  return Object.assign(
    {},
    ...messages.map(({ role, text, call }, at) => {
      const message = `${prefix}.${at}.message`;
      const called = `${message}.tool_calls.0.tool_call`;
      return {
        [`${message}.role`]: role,
        [`${message}.content`]: text,
        ...(role === 'tool' && { [`${message}.tool_call_id`]: CALL_ID }),
        ...(call && {
          [`${called}.id`]: CALL_ID,
          [`${called}.function.name`]: call.name,
          [`${called}.function.arguments`]: call.arguments,
        }),
      };
    }),
  ) as Attributes;
}

/** One span per reply; each has the messages before it. */
async function writeSpans(convention: Convention, id: string): Promise<void> {
  const tracer = trace.getTracer('test');
  for (const [at, output] of CONVERSATION.entries()) {
    if (output.role !== 'assistant') continue;
    const { attributes, events = [] } = convention(id, CONVERSATION.slice(0, at), output);
    const span = tracer.startSpan(`chat ${MODEL}`, { kind: SpanKind.CLIENT, attributes });
    for (const [name, fields] of events) span.addEvent(name, fields);
    span.end();
  }
}

const tools = {
  weather: tool({
    description: 'The weather in a city.',
    inputSchema: z.object({ city: z.string() }),
    execute: ({ city }) => `sun in ${city}`,
  }),
};

/** The same conversation with the AI SDK and the agent backend. */
async function talk(agent: Agent, id: string): Promise<void> {
  const fairtrial = createOpenAICompatible({ name: 'fairtrial', baseURL: agent.baseURL });
  const integration = new OpenTelemetry({ enrichSpan: () => ({ 'gen_ai.conversation.id': id }) });
  // The package has its own copy of the types of `ai`.
  const telemetry = { integrations: [integration as unknown as Telemetry] };
  const messages: ModelMessage[] = [];
  for (const content of QUESTIONS) {
    messages.push({ role: 'user', content });
    const options = { model: fairtrial(MODEL), messages, tools, stopWhen: stepCountIs(5) };
    const { response } = await generateText({ ...options, maxRetries: 0, telemetry });
    messages.push(...response.messages);
  }
}

const EXPORTERS = { JSON: JsonExporter, protobuf: ProtobufExporter } as const;

describe('traces of real SDKs', () => {
  let agent: Agent;
  let evals: Service;

  before(async () => {
    agent = await startAgent();
    evals = await startService('evals', {});
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await agent[Symbol.asyncDispose]();
  });

  const readConversation = async (id: string): Promise<unknown> => {
    const response = await fetch(`${evals.url}/conversations/${encodeURIComponent(id)}`);
    const { messages } = (await response.json()) as {
      messages: { role: string; text: string; tool_calls: { name: string; arguments: string }[] }[];
    };
    return messages.map(({ role, text, tool_calls: [call] }) => ({
      role,
      text,
      // The span of a tool adds its arguments to the result, too.
      ...(call &&
        role === 'assistant' && {
          call: { name: call.name, arguments: json(JSON.parse(call.arguments)) },
        }),
    }));
  };

  const programs: Readonly<Record<string, (id: string) => Promise<void>>> = {
    'the current GenAI convention': (id) => writeSpans(writeCurrent, id),
    'the earlier GenAI convention': (id) => writeSpans(writeEarlier, id),
    OpenInference: (id) => writeSpans(writeOpenInference, id),
    'the AI SDK': (id) => talk(agent, id),
  };
  for (const [format, Exporter] of Object.entries(EXPORTERS))
    for (const [name, run] of Object.entries(programs))
      it(`arrive as the same conversation, written by ${name} and sent as ${format}`, async () => {
        const id = `${format}-${name}`.replaceAll(' ', '-');
        const traceExporter = new Exporter({ url: `${evals.url}/v1/traces` });
        const sdk = new NodeSDK({ serviceName: 'shop', traceExporter, autoDetectResources: false });
        sdk.start();
        try {
          await run(id);
        } finally {
          await sdk.shutdown(); // sends the spans
          for (const api of [trace, context, propagation]) api.disable();
        }
        assert.deepEqual(await readConversation(id), CONVERSATION);
      });
});
