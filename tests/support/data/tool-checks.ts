import { chatCompletion, sendJson, startStub, type Stub } from '../stubs/start-stub.ts';

const LOST_CARD = 'I lost my card.';
const THANKS = 'Thank you.';
/** Longer than what is shown of the arguments of a call before they are expanded. */
const NOTE = 'The customer called from abroad. '.repeat(20).trim();

/** The calls that the endpoint reports for each message. For other messages it does not report calls. */
const CALLS: Readonly<Record<string, readonly object[]>> = {
  [LOST_CARD]: [
    { name: 'verify_identity', arguments: { code: '1234' } },
    { name: 'search', arguments: { q: 'card' } },
    { name: 'delete_account', arguments: {} },
    { name: 'block_card', arguments: { note: NOTE, card: '9' }, failed: true },
  ],
  [THANKS]: [],
};

/**
 * A batch of two scenarios. `lost-card` has a failed check with most marks, a check that passes, and a check of the
 * conversation that fails by the order of the calls. The endpoint does not report calls for `silent`.
 */
export const TOOL_BATCH = [
  {
    id: 'lost-card',
    name: 'lost-card',
    interactions: [
      {
        user_message: LOST_CARD,
        checks: [
          {
            id: 'block',
            tools: [
              'verify_identity',
              { name: 'block_card', arguments: { card: '4471' } },
              { name: 'order_card', arguments: { express: true } },
            ],
            order: 'in_order',
            forbidden: ['delete_account'],
          },
          { id: 'look', tools: ['search'] },
        ],
      },
      { user_message: THANKS },
    ],
    checks: [{ id: 'whole', tools: ['search', 'verify_identity'], order: 'exact' }],
  },
  {
    id: 'silent',
    name: 'silent',
    interactions: [{ user_message: 'Hello', checks: [{ id: 'unknown', tools: ['search'] }] }],
  },
];

/** Starts an endpoint that reports the tool calls of each reply. */
export function startToolEndpoint(): Promise<Stub> {
  return startStub(({ body }, response) => {
    const { messages } = body as { readonly messages: readonly { readonly content: string }[] };
    const tool_trace = CALLS[messages.at(-1)?.content ?? ''];
    sendJson(response, { ...chatCompletion('Done.'), ...(tool_trace && { tool_trace }) });
  });
}
