import type { InteractionJson, NamedConversation } from '../conversations-to-batch.ts';
import { IMPORT_LIMITS, limitExceeded } from '../import-error.ts';
import type { ImportLog } from '../import-log.ts';
import { hasFields } from '../item-values.ts';
import { toExpected, type PromptfooAssert } from './to-expected.ts';
import { readPrompt } from './read-prompt.ts';
import { readConfig, readTests, type PromptfooTest } from './read-tests.ts';
import { createTemplates, type Templates } from '../render-template.ts';
import type { Content, SourceFile } from '../source-file.ts';

type Variables = Readonly<Record<string, unknown>>;

/** promptfoo: a configuration with `prompts` and `tests`, a file of tests only, or its CSV. */
export async function fromPromptfoo(
  content: Content,
  source: SourceFile,
  log: ImportLog,
): Promise<readonly NamedConversation[]> {
  const { prompts, tests, defaultTest } = readConfig(content, log);
  const templates = createTemplates();
  const render = await readPrompt(prompts, { source, templates, log });
  const conversations: NamedConversation[] = [];
  const usedEver = new Set<string>();
  for (const [at, test] of (await readTests(tests, source, log)).entries()) {
    const isExpanded = test.expandsLists ?? defaultTest.expandsLists ?? true;
    for (const [no, vars] of combine({ ...defaultTest.vars, ...test.vars }, isExpanded).entries()) {
      if (conversations.length === IMPORT_LIMITS.scenarios) throw tooMany();
      const { system, interactions } = render(vars);
      const last = interactions.at(-1);
      if (last === undefined) log.lose('tests', NO_MESSAGE);
      else {
        const asked = expect(last, { test, defaultTest, vars, templates, log });
        conversations.push({
          position: `test-${at + 1}${no === 0 ? '' : `-${no + 1}`}`,
          name: test.description,
          system,
          interactions: [...interactions.slice(0, -1), asked],
        });
      }
    }
    const used = templates.takeUsed();
    loseUnused(test.vars, 'tests.', { used, log });
    for (const name of used) usedEver.add(name);
  }
  loseUnused(defaultTest.vars, 'defaultTest.', { used: usedEver, log });
  return conversations;
}

const NO_MESSAGE = 'no user message was found: no prompt, and no variable with a usual name';

function tooMany(): Error {
  return limitExceeded(
    `the tests make more than ${IMPORT_LIMITS.scenarios} scenarios: split the file`,
  );
}

interface Expecting {
  readonly test: PromptfooTest;
  readonly defaultTest: PromptfooTest;
  readonly vars: Variables;
  readonly templates: Templates;
  readonly log: ImportLog;
}

function expect(last: InteractionJson, expecting: Expecting): InteractionJson {
  const { test, defaultTest, vars, templates, log } = expecting;
  const fill = (asserts: readonly PromptfooAssert[]): readonly PromptfooAssert[] =>
    asserts.map((one) => fillIn(one, vars, templates));
  const own = toExpected(fill(test.assert), 'tests.', log);
  const defaults = test.hasDefaults ? defaultTest.assert : [];
  const common = toExpected(fill(defaults), 'defaultTest.', log);
  const reference = own.reference ?? common.reference;
  const checks = [...own.checks, ...common.checks];
  const metadata = { ...defaultTest.metadata, ...test.metadata };
  return {
    ...last,
    ...(reference === undefined ? {} : { reference_reply: reference }),
    ...(checks.length === 0 ? {} : { checks }),
    ...(Object.keys(metadata).length === 0 ? {} : { promptfoo_metadata: metadata }),
  };
}

/** Values of assertions are templates too. */
function fillIn(stated: PromptfooAssert, vars: Variables, templates: Templates): PromptfooAssert {
  const fill = (value: unknown): unknown =>
    typeof value === 'string' ? templates.render(value, vars) : value;
  const { value, assert: inner } = stated;
  return {
    ...stated,
    ...(value === undefined ? {} : { value: Array.isArray(value) ? value.map(fill) : fill(value) }),
    ...(Array.isArray(inner)
      ? {
          assert: inner.map((one: unknown) =>
            hasFields(one) ? fillIn(one as PromptfooAssert, vars, templates) : one,
          ),
        }
      : {}),
  };
}

/** A variable with a list stands for one test per item; several such variables for all combinations. */
function combine(vars: Variables, isExpanded: boolean): readonly Variables[] {
  let all: readonly Variables[] = [{}];
  for (const [name, value] of Object.entries(vars)) {
    const values = isExpanded && Array.isArray(value) && value.length > 0 ? value : [value];
    if (all.length * values.length > IMPORT_LIMITS.scenarios) throw tooMany();
    all = all.flatMap((one) => values.map((each: unknown) => ({ ...one, [name]: each })));
  }
  return all;
}

interface Used {
  readonly used: ReadonlySet<string>;
  readonly log: ImportLog;
}

function loseUnused(vars: Variables, prefix: string, { used, log }: Used): void {
  for (const [name, value] of Object.entries(vars)) {
    const field = `${prefix}vars.${name}`;
    if (!used.has(name)) log.lose(field, 'neither the prompt nor a check uses it');
    else if (typeof value === 'string' && value.startsWith('file://')) {
      log.lose(field, 'its file is not read: the message has the name of the file');
    }
  }
}
