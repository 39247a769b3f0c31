import { readFileSync } from 'node:fs';

/** The parts of an Arazzo document that its page shows (https://spec.openapis.org/arazzo/v1.0.1.html). */
export interface WorkflowDocument {
  sourceDescriptions: { name: string; url: string; type: string }[];
  workflows: Workflow[];
}

export interface Workflow {
  workflowId: string;
  summary: string;
  description: string;
  inputs: { properties: Record<string, { description: string }> };
  steps: WorkflowStep[];
}

export interface WorkflowStep {
  stepId: string;
  operationId: string;
  description: string;
  parameters?: { name: string; in: 'path' | 'query' | 'header'; value: unknown }[];
  requestBody?: { payload: unknown };
  /** Expressions such as `$response.body#/data/id`, by name. */
  outputs?: Record<string, string>;
  /** Set where the step is repeated until it succeeds. */
  onFailure?: { type: string }[];
}

const file = new URL('../../../docs/guides/workflows.arazzo.json', import.meta.url);

/** What integrations do, as docs/guides/workflows.arazzo.json describes it. */
export const readWorkflows = (): WorkflowDocument =>
  JSON.parse(readFileSync(file, 'utf8')) as WorkflowDocument;

/** What a shell puts in for an input, so that each command passes as it is printed, again and again. */
const inputValues: Readonly<Record<string, string>> = {
  token: '$TOKEN',
  run: '$(date +%s%N)',
  code: 'W$(date +%H%M%S)',
  url: 'https://inbox.plotline.test/',
  changeSet: `$(node -p 'crypto.randomUUID()')`,
};

/** The value of an input in a shell; throws for one that no page can fill in. */
export function inputValue(input: string): string {
  const value = inputValues[input];
  if (value === undefined)
    throw new Error(`A workflow has an input ${input}, for which its page has no value.`);
  return value;
}
