import { html, type Fragment } from '../../kernel/html/html.ts';
import type { ApiDocument } from './api-document.ts';
import { block, code, glossary, type GuidePart } from './guide.ts';
import { prose, type LinkToOperation } from './prose.ts';
import { inputValue, type Workflow, type WorkflowDocument } from './workflow-document.ts';
import { workflowRequests } from './workflow-requests.ts';

/** Inputs of every workflow, which the guide explains once. */
const common: readonly string[] = ['token', 'run'];

/** Links to the workflows below. */
export const workflowLinks = ({ workflows }: WorkflowDocument): Fragment =>
  html`<ul>
    ${workflows.map(({ workflowId, summary }) => html`<li><a href="#${workflowId}">${summary}</a></li>`)}
  </ul>`;

/** A part for each workflow: its steps with links to their operations, their requests, and the command that runs them. */
export const workflowParts = (
  { workflows }: WorkflowDocument,
  document: ApiDocument,
  toOperation: LinkToOperation,
): GuidePart[] =>
  workflows.map((workflow) => ({
    id: workflow.workflowId,
    title: workflow.summary,
    content: workflowView(workflow, document, toOperation),
  }));

const workflowView = (workflow: Workflow, document: ApiDocument, toOperation: LinkToOperation): Fragment =>
  html`<p>${workflow.description}</p>
    <ol>
      ${workflow.steps.map((step) => html`<li>${step.description} <a href="${linkOf(step.operationId, toOperation)}">${step.operationId}</a></li>`)}
    </ol>
    ${ownInputs(workflow.inputs.properties, toOperation)}
    <details>
      <summary>Requests</summary>
      ${block('In a shell with TOKEN', workflowRequests(workflow, document))}
    </details>
    <details>
      <summary>Run by Redocly</summary>
      ${block(`Run ${workflow.workflowId}`, commandOf(workflow))}
    </details>`;

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

const commandOf = ({ workflowId, inputs }: Workflow): string =>
  [
    `npx @redocly/cli@2 respect arazzo.json -w ${workflowId}`,
    ...Object.keys(inputs.properties).map((name) => `-i ${name}="${inputValue(name)}"`),
  ].join(' \\\n  ');

function linkOf(operationId: string, toOperation: LinkToOperation): string {
  const link = toOperation(operationId);
  if (!link) throw new Error(`A workflow names ${operationId}, which is no operation.`);
  return link;
}
