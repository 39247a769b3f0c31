import { readFileSync } from 'node:fs';
import { html, type Fragment } from '../../kernel/html/html.ts';
import { block, code, glossary } from './guide.ts';
import { heading } from './heading.ts';
import { prose, type LinkToOperation } from './prose.ts';

/** The parts of an Arazzo document that its page shows (https://spec.openapis.org/arazzo/v1.0.1.html). */
interface Workflows {
  sourceDescriptions: { name: string; url: string; type: string }[];
  workflows: {
    workflowId: string;
    summary: string;
    description: string;
    inputs: { properties: Record<string, { description: string }> };
    steps: { stepId: string; operationId: string; description: string }[];
  }[];
}

const file = new URL('../../../docs/guides/workflows.arazzo.json', import.meta.url);

/** What integrations do, as docs/guides/workflows.arazzo.json describes it. */
export const readWorkflows = (): Workflows => JSON.parse(readFileSync(file, 'utf8')) as Workflows;

/** What a shell puts in for an input, so that each command passes as it is printed, again and again. */
const inputValues: Readonly<Record<string, string>> = {
  token: '$TOKEN',
  run: '$(date +%s%N)',
  code: 'W$(date +%H%M%S)',
  url: 'https://inbox.plotline.test/',
  changeSet: `$(node -p 'crypto.randomUUID()')`,
};

/** Inputs of every workflow, which the guide explains once. */
const common: readonly string[] = ['token', 'run'];

/** Links to the workflows below. */
export const workflowLinks = ({ workflows }: Workflows): Fragment =>
  html`<ul>
    ${workflows.map(({ workflowId, summary }) => html`<li><a href="#${workflowId}">${summary}</a></li>`)}
  </ul>`;

/** Each workflow with its inputs, the command that runs it, and its steps with links to their operations. */
export const workflowsView = ({ workflows }: Workflows, toOperation: LinkToOperation): Fragment =>
  workflows.map(
    ({ workflowId, summary, description, inputs, steps }) =>
      html`<div id="${workflowId}">${heading('h3', summary, workflowId)}</div>
        <p>${description}</p>
        <ol>
          ${steps.map((step) => html`<li>${step.description} <a href="${linkOf(step.operationId, toOperation)}">${step.operationId}</a></li>`)}
        </ol>
        ${ownInputs(inputs.properties, toOperation)}
        ${block(`Run ${workflowId}`, commandOf(workflowId, Object.keys(inputs.properties)))}`,
  );

function ownInputs(
  inputs: Readonly<Record<string, { description: string }>>,
  toOperation: LinkToOperation,
): Fragment {
  const own = Object.entries(inputs).filter(([name]) => !common.includes(name));
  return (
    own.length > 0 &&
    glossary(own.map(([name, { description }]) => [code(name), prose(description, toOperation)]))
  );
}

const commandOf = (workflowId: string, inputs: readonly string[]): string =>
  [
    `npx @redocly/cli@2 respect arazzo.json -w ${workflowId}`,
    ...inputs.map((name) => `-i ${name}="${valueOf(name)}"`),
  ].join(' \\\n  ');

function valueOf(input: string): string {
  const value = inputValues[input];
  if (value === undefined)
    throw new Error(`A workflow has an input ${input}, for which its page has no value.`);
  return value;
}

function linkOf(operationId: string, toOperation: LinkToOperation): string {
  const link = toOperation(operationId);
  if (!link) throw new Error(`A workflow names ${operationId}, which is no operation.`);
  return link;
}
