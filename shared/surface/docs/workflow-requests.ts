import {
  componentName,
  jsonSchema,
  placedOperations,
  type ApiDocument,
  type PlacedOperation,
} from './api-document.ts';
import { curlCommand } from './curl.ts';
import { inputValue, type Workflow, type WorkflowStep } from './workflow-document.ts';

/**
 * Lines for bash or zsh that send the requests of a workflow, one after the other. What a later step needs of an answer is
 * in a variable: `STORY_ID=$(curl … | jq -r .data.id)`.
 */
export function workflowRequests(workflow: Workflow, document: ApiDocument): string {
  const operations = placedOperations(document);
  const { schemas } = document.components;
  const variables = variablesOf(workflow);
  const requests = workflow.steps.map((step, at) => {
    const operation = operations.find(({ operationId }) => operationId === step.operationId);
    if (!operation) throw new Error(`A workflow names ${step.operationId}, which is no operation.`);
    const command = quiet(withNumbers(curlCommand(callOf(step, operation, variables)), operation, schemas));
    const taken = takenLater(step, workflow.steps.slice(at + 1));
    return `# ${at + 1}. ${step.description}\n${withOutputs(step, repeated(step, command), taken, variables)}`;
  });
  const lines = requests.join('\n\n');
  const inputs = Object.keys(workflow.inputs.properties)
    .filter((name) => name !== 'token' && lines.includes(`$${constantCase(name)}`))
    .map((name) => `${constantCase(name)}=${inputValue(name)}`);
  return [[COMMENTS_IN_ZSH, ...inputs].join('\n'), lines].join('\n\n');
}

/** A zsh that is typed into takes comments for commands otherwise; other shells do without. */
const COMMENTS_IN_ZSH = 'setopt interactivecomments 2>/dev/null || true';

/** Without a meter of the progress, which is in the way of what follows. */
const quiet = (command: string): string => command.replace(/^curl /, 'curl -s ');

/** The variables of a workflow by expression, such as `$steps.story.outputs.storyId`. */
type Variables = ReadonlyMap<string, string>;

/** Values are called as they are; of two steps with the same, the later is called after its step too. */
function variablesOf({ steps, inputs }: Workflow): Variables {
  const variables = new Map(
    Object.keys(inputs.properties).map((name) => [`$inputs.${name}`, constantCase(name)]),
  );
  for (const [at, step] of steps.entries())
    for (const name of takenLater(step, steps.slice(at + 1))) {
      const own = constantCase(name);
      const isTaken = [...variables.values()].includes(own);
      variables.set(outputOf(step, name), isTaken ? `${constantCase(step.stepId)}_${own}` : own);
    }
  return variables;
}

const outputOf = ({ stepId }: WorkflowStep, name: string): string => `$steps.${stepId}.outputs.${name}`;

/** The outputs of a step that requests of later ones contain. */
function takenLater(step: WorkflowStep, later: readonly WorkflowStep[]): string[] {
  const requests = JSON.stringify(later.map(({ parameters, requestBody }) => [parameters, requestBody]));
  const values = new Set(requests.match(/\$steps(?:\.\w+)+/g));
  return Object.keys(step.outputs ?? {}).filter((name) => values.has(outputOf(step, name)));
}

const constantCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

function callOf(step: WorkflowStep, operation: PlacedOperation, variables: Variables) {
  const value = (text: string): string =>
    text
      .replaceAll(/\{(\$[\w.]+)\}/g, '$1')
      .replaceAll(/\$(?:inputs|steps)(?:\.\w+)+/g, (expression) => `$${named(expression, variables)}`);
  const filled = (part: unknown): unknown =>
    JSON.parse(JSON.stringify(part), (_, inner: unknown) =>
      typeof inner === 'string' ? value(inner) : inner,
    );
  const parameters = (place: string): [string, string][] =>
    (step.parameters ?? []).flatMap((one) =>
      one.in === place ? [[one.name, value(String(one.value))] as [string, string]] : [],
    );
  const ofPath = new Map(parameters('path'));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ofPath.get(name)!);
  const query = parameters('query').map(([name, text]) => `${name}=${text}`);
  return {
    method: operation.method,
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    token: 'TOKEN' as const,
    headers: Object.fromEntries(parameters('header')),
    body: step.requestBody && filled(step.requestBody.payload),
  };
}

/** The command with variables for numbers of its body without quotes. */
function withNumbers(
  command: string,
  { requestBody }: PlacedOperation,
  schemas: ApiDocument['components']['schemas'],
): string {
  const schema = requestBody && jsonSchema(requestBody);
  const name = schema && componentName(schema);
  const { properties = {} } = (name === undefined ? schema : schemas[name]) ?? {};
  const numbers = Object.keys(properties).filter((field) => properties[field]!.type === 'integer');
  return command.replaceAll(/"(\w+)": "(\$\w+)"/g, (text, field: string, variable: string) =>
    numbers.includes(field) ? `"${field}": ${variable}` : text,
  );
}

function named(expression: string, variables: Variables): string {
  const name = variables.get(expression);
  if (name === undefined) throw new Error(`A workflow refers to ${expression}, which is not there.`);
  return name;
}

/** A request that is refused until something has happened is sent again each second. */
const repeated = ({ onFailure = [] }: WorkflowStep, command: string): string =>
  onFailure.some(({ type }) => type === 'retry')
    ? `until ${command.replace('curl -s ', 'curl -sf ')}; do sleep 1; done`
    : command;

/** The request with its answer in a variable for each value that is taken from it. */
function withOutputs(
  step: WorkflowStep,
  command: string,
  taken: readonly string[],
  variables: Variables,
): string {
  const [only] = taken;
  if (only === undefined) return withLineEnd(command);
  const reading = (name: string) => `jq -r '${filterOf(step.outputs![name]!)}'`;
  const variable = (name: string) => variables.get(outputOf(step, name))!;
  if (taken.length === 1) return `${variable(only)}=$(${piped(command, reading(only))})`;
  const lines = taken.map((name) => `${variable(name)}=$(${reading(name)} <<< "$ANSWER")`);
  return [`ANSWER=$(${command}${command.endsWith('END') ? '\n' : ''})`, ...lines].join('\n');
}

/** A command whose answer is shown, which has no end of line of its own. */
const withLineEnd = (command: string): string => command.replace(/curl -sf? /, String.raw`$&-w '\n' `);

/** A command with a here-document goes on in the line that names its end. */
const piped = (command: string, next: string): string =>
  command.endsWith('\nEND') ? `${command.replace('<<END', `<<END | ${next}`)}\n` : `${command} | ${next}`;

/** `$response.body#/data/0/id` as the filter `.data[0].id`. */
const filterOf = (expression: string): string =>
  expression
    .replace('$response.body#', '')
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
