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
    steps: { stepId: string; operationId: string; description: string }[];
  }[];
}

const file = new URL('../../../docs/guides/workflows.arazzo.json', import.meta.url);

/** What integrations do, as docs/guides/workflows.arazzo.json describes it. */
export const readWorkflows = (): Workflows => JSON.parse(readFileSync(file, 'utf8')) as Workflows;

/** The steps of each workflow, with links to their operations. */
export const workflowsView = ({ workflows }: Workflows, toOperation: LinkToOperation): Fragment =>
  workflows.map(
    ({ workflowId, summary, description, steps }) =>
      html`<h3 id="${workflowId}">${summary}</h3>
        <p>${description} <code>${workflowId}</code></p>
        <ol>
          ${steps.map((step) => html`<li>${step.description} <a href="${linkOf(step.operationId, toOperation)}">${step.operationId}</a></li>`)}
        </ol>`,
  );

function linkOf(operationId: string, toOperation: LinkToOperation): string {
  const link = toOperation(operationId);
  if (!link) throw new Error(`A workflow names ${operationId}, which is no operation.`);
  return link;
}
