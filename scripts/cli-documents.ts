import { MIN_COVERAGE } from '@fairtrial/contracts';
import {
  describeProgram,
  type DescribedCommand,
} from '../apps/cli/src/command/describe-program.ts';
import { createWholeProgram } from '../apps/cli/src/create-program.ts';
import { configJsonSchema } from '../apps/cli/src/settings/config-file.ts';

interface Document {
  readonly file: string;
  readonly text: string;
}

const SCHEMA_FILE = 'docs/reference/fairtrial.config.schema.json';

const INTRODUCTION = `# The command \`fairtrial\`

<!-- Written by "npm run generate" from the command itself. -->

With services to talk to,

\`\`\`sh
npm start -- --simulated
\`\`\`

play two samples against one model, then against another; the second command finds the regression that is built into the
simulator, and exits with 1:

\`\`\`sh
npm run -s fairtrial -- run samples/bank-*.json samples/hotel-*.json --server http://127.0.0.1:8080 --model sim/v1 --name try
npm run -s fairtrial -- run samples/bank-*.json samples/hotel-*.json --server http://127.0.0.1:8080 --model sim/v2 --name try --baseline latest || [ $? = 1 ]
\`\`\`

\`npm run -s fairtrial -- …\` runs it in a checkout. \`npm run build\` makes one file of it, \`dist/fairtrial.mjs\`, which needs nothing
but Node 22.3 or newer.

Results go to stdout and everything else to stderr, so a pipe gets the result alone. Progress is a bar in a terminal and a
line every ten seconds elsewhere, or if \`CI\` is set. Colours are for terminals only; \`NO_COLOR\` and \`--no-color\` switch
them off. Control characters in the text of models are shown escaped.

\`run\`, \`watch\`, \`retry\`, \`show\` and \`compare\` end with the [headline](api.md#headline): its word, what it rests on, the numbers, why, and
what to do next. Their exit code is that of the headline. \`runs\` lists the word of each run.

## Exit codes

| Code | Meaning                                                                                                                           |
| ---- | --------------------------------------------------------------------------------------------------------------------------------- |
| 0    | passed                                                                                                                            |
| 1    | a required check failed, a gate failed or could not be decided, or the model regressed                                            |
| 2    | usage or configuration, a refused key included                                                                                    |
| 3    | the endpoint: fewer than ${MIN_COVERAGE * 100} % of the requests answered, or replies of an unknown shape; or the judge or the simulated user failed |
| 4    | the evaluation service: unreachable or failing; the run was cancelled, or its budget was spent                                    |
| 130  | interrupted; the run continues, and \`fairtrial watch\` follows it                                                                  |

## Configuration

\`fairtrial.config.yaml\` in the folder the command is started in, or the file that \`--config\` names; \`fairtrial init\` writes one.
Options come first, then the environment (\`FAIRTRIAL_SERVER\`, \`FAIRTRIAL_AGENT\`, \`FAIRTRIAL_API_KEY\`), then this file, then the
batches. Gates and tags of the file and of the options are used together. A secret is named as \`env:FAIRTRIAL_…\`, never written.
Every field is in the [JSON Schema](fairtrial.config.schema.json), with which editors check the file:

\`\`\`yaml
# yaml-language-server: $schema=docs/reference/fairtrial.config.schema.json
server: http://127.0.0.1:8080
files: [samples/*.json]
endpoint: http://127.0.0.1:8000/
model: sim/v2
attempts: 5
baseline: latest
gates: [overall >= 0.8, answered >= 99%]
\`\`\`

The file may come with a checkout that you have not read, so it can decide less than you:

- The API key goes only to a server that \`--server\` or \`FAIRTRIAL_SERVER\` names, or to the default one. If only the file names another
  server and there is a key, the command exits with 2. The same is true of \`--agent\` and \`FAIRTRIAL_AGENT\`.
- \`api_key\` can name only variables that begin with \`FAIRTRIAL_\`.
- Paths are relative to the folder of the file. \`files\`, \`junit\`, \`md\`, \`html\` and \`json\` must stay below it, symbolic links
  resolved, and reports must end in .xml, .md and .json. What an option names may be anywhere.
- \`target\` is an object, or the name of one below \`targets\` or of a stored one; only \`--target\` can name a file. Its texts are sent as
  they are: variables of the environment are not replaced. Headers with keys and cookies are refused.

## Batches

A file is a request as \`POST /evaluate\` takes it, or only its \`test_batch\`: one scenario, or a list of them; in JSON or YAML. All
files together are one run. A scenario without a name gets the \`test_name\` of its file, or the name of the file. \`--baseline latest\` is
the newest run of the same name (\`--name\`) that passed, on the same branch, else on the default branch; if there is none yet, nothing
is compared. The branch is that of \`--branch\`, of the build server (GitHub, GitLab, Buildkite, CircleCI, Jenkins) or of the checkout.
\`--baseline pinned\` is the run that \`fairtrial pin\` named.

## Gates

\`overall>=0.8\`, \`overall[bank-*]>=0.8\`, \`metadata.intent>=0.9\`, \`latency.p95<3s\`, \`answered>=99%\`, \`pass^k>=0.85\`,
\`delta(overall)>-0.02\`, \`no regression\`, \`checks>=0.9\`, \`allow regression\`, \`allow failures\`: [all of them](api.md#gates). A baseline
always adds \`no regression\`.`;

/** The reference of the command, and the JSON Schema of its configuration file. */
export async function cliDocuments(): Promise<readonly Document[]> {
  const commands = describeProgram(await createWholeProgram()).map(formatCommand);
  const reference = [INTRODUCTION, '## Commands', ...commands].join('\n\n');
  return [
    { file: 'docs/reference/cli.md', text: `${reference}\n` },
    { file: SCHEMA_FILE, text: configJsonSchema() },
  ];
}

function formatCommand({ name, usage, summary, args, options }: DescribedCommand): string {
  const lists = [
    args.map((argument) => `- \`${argument.name}\`: ${argument.summary}`),
    options.map((option) => `- \`${option.flags}\`: ${option.summary}`),
  ];
  const written = lists.filter((list) => list.length > 0).map((list) => list.join('\n'));
  return [`### fairtrial ${name}`, `\`${usage}\`: ${summary}.`, ...written].join('\n\n');
}
