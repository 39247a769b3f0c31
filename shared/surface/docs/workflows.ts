import { readFileSync } from 'node:fs';
import { html, type Fragment } from '../../kernel/html/html.ts';
import type { LinkToOperation } from './prose.ts';

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

/** The inputs of all workflows, which the guide explains. */
const COMMON_INPUTS = ['token', 'run'];

/** The steps of each workflow, with links to their operations. */
export const workflowsView = ({ workflows }: Workflows, toOperation: LinkToOperation): Fragment =>
  workflows.map(
    ({ workflowId, summary, description, inputs, steps }) =>
      html`<h3 id="${workflowId}">${summary}</h3>
        <p>${description} <code>${workflowId}</code></p>
        ${furtherInputs(inputs)}
        <ol>
          ${steps.map((step) => html`<li>${step.description} <a href="${linkOf(step.operationId, toOperation)}">${step.operationId}</a></li>`)}
        </ol>`,
  );

/** The inputs that not every workflow has. */
const furtherInputs = ({ properties }: Workflows['workflows'][number]['inputs']): Fragment =>
  Object.entries(properties)
    .filter(([name]) => !COMMON_INPUTS.includes(name))
    .map(([name, { description }]) => html`<p>It also needs <code>${name}</code>: ${description}</p>`);

function linkOf(operationId: string, toOperation: LinkToOperation): string {
  const link = toOperation(operationId);
  if (!link) throw new Error(`A workflow names ${operationId}, which is no operation.`);
  return link;
}
