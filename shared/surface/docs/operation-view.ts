import { errorCodes, type ErrorCode } from '../../kernel/core/errors.ts';
import { hasRights, type Operation, type Rights } from '../../kernel/api/operation/operation-kinds.ts';
import { commonErrors, possibleErrors } from '../../kernel/api/openapi/errors.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import {
  jsonSchema,
  componentName,
  type ApiResponse,
  type PlacedOperation,
  type Schema,
} from './api-document.ts';
import { errorMeanings } from './error-meanings.ts';
import { exampleView, type OperationSource } from './example-view.ts';
import { fieldList, parameterList, type Links } from './field-list.ts';
import { describedParagraphs, prose } from './prose.ts';
import { typeInWords } from './schema-words.ts';
import { isTriable, tryItButton } from './try-it-form.ts';

/** The page of one operation: what it does and takes, and next to it an example that can be pasted and its answers. */
export function operationView(operation: PlacedOperation, source: OperationSource, links: Links): Fragment {
  const { document, operations } = source;
  const { operationId, summary, method, path, parameters = [], requestBody, responses } = operation;
  const declared = operations.find(({ id }) => id === operationId);
  const { schemas } = document.components;
  const body = requestBody && jsonSchema(requestBody);
  const [status, success] = Object.entries(responses).find(([code]) => Number(code) < 300)!;
  const errors = byStatus(errorsOf(declared, operation));
  return html`<section class="operation" id="${operationId}">
    <h1>${summary}</h1>
    <p class="route">
      <span class="verb ${method}">${method}</span>
      <code>${path}</code> ${isTriable(operation) && tryItButton()}
    </p>
    <div class="text">
      ${describedParagraphs(declared ? declared.description || `${summary}.` : operation.description, links.toOperation)}
      ${facts(operationId, declared, operation)}
      ${
        parameters.length > 0 &&
        html`<h2>Parameters</h2>
          ${parameterList(parameters, links)}`
      }
      ${
        body &&
        html`<h2>Body</h2>
          ${fieldList(resolved(body, schemas), links, 'request', schemas)}`
      }
      <h2>Response ${status}</h2>
      ${answerOf(success, links, schemas)} ${otherAnswers(responses, errors, links)}
    </div>
    ${exampleView(operation, source, errors)}
  </section>`;
}

const resolved = (schema: Schema, schemas: Record<string, Schema>): Schema => {
  const name = componentName(schema);
  return name ? schemas[name]! : schema;
};

const principalNames: Record<Rights['principals'][number], string> = {
  user: 'members, with a personal access token',
  serviceAccount: 'service accounts',
  oauth: 'connected applications, with an OAuth access token',
};

/** Who may call it, by its declaration. */
function facts(
  operationId: string,
  declared: Operation | undefined,
  { security }: PlacedOperation,
): Fragment {
  // Security schemes are alternatives with the same scopes.
  const scopes = Object.values(security[0] ?? {}).flat();
  const open = security.length === 0;
  return html`<dl class="facts">
    <dt>Operation</dt>
    <dd>
      <code>${operationId}</code>
    </dd>
    ${
      declared?.deprecation &&
      html`<dt>Deprecated</dt>
        <dd>
          since ${declared.deprecation.deprecatedAt}; it may be gone from ${declared.deprecation.sunsetAt}.
          <a href="${declared.deprecation.link}">What to use instead</a>
        </dd>`
    }
    ${
      open
        ? html`<dt>For</dt>
            <dd>anyone, without authentication</dd>`
        : html`<dt>Scopes</dt>
            <dd>
              ${scopes.length > 0 ? scopes.map((scope, position) => [position > 0 && ' and ', html`<code>${scope}</code>`]) : 'none'}
            </dd>`
    }
    ${
      declared &&
      hasRights(declared) &&
      html`<dt>For</dt>
        <dd>
          ${declared.principals.map((kind) => principalNames[kind]).join('; ')}${declared.preview && html` (<a href="/docs/authentication#preview">preview</a>: more kinds of callers may follow)`}
        </dd>
        <dt>Minimum role</dt>
        <dd><a href="/docs/authentication#roles">${declared.role}</a></dd>
        ${declared.cost > 1 && [html`<dt>Counts as</dt>`, html`<dd>${declared.cost} requests in the rate limits</dd>`]}`
    }
  </dl>`;
}

function answerOf(response: ApiResponse, links: Links, schemas: Record<string, Schema>): Fragment {
  const schema = jsonSchema(response);
  if (!schema) return html`<p>${response.description}</p>`;
  if (componentName(schema)) return html`<p>The body is ${typeInWords(schema, links.toObject)}.</p>`;
  return fieldList(schema, links, 'answer', schemas);
}

/** The error codes of an operation: of a declared one all that follow from its declaration. */
const errorsOf = (
  declared: Operation | undefined,
  { 'x-error-codes': own = [] }: PlacedOperation,
): readonly ErrorCode[] =>
  declared ? possibleErrors(declared) : [...commonErrors, ...own.filter(isErrorCode)];

const isErrorCode = (code: string): code is ErrorCode => code in errorCodes;

const byStatus = (codes: readonly ErrorCode[]): ErrorCode[] =>
  codes.toSorted((a, b) => errorCodes[a].status - errorCodes[b].status);

/** Redirects, and errors by status with the meaning of their codes. */
function otherAnswers(
  responses: Record<string, ApiResponse>,
  codes: readonly ErrorCode[],
  links: Links,
): Fragment {
  const redirects = Object.entries(responses).filter(([status]) => status.startsWith('3'));
  const statuses = new Set([
    ...redirects.map(([status]) => status),
    ...codes.map((code) => errorCodes[code].status),
  ]);
  return html`<details>
    <summary>
      ${redirects.length > 0 ? 'Other responses' : 'Errors'} (${redirects.length + codes.length})
      <span class="type">${[...statuses].join(', ')}</span>
    </summary>
    <dl class="fields">
      ${redirects.map(
        ([status, { description }]) =>
          html`<div>
            <dt>${status}</dt>
            <dd>${description}</dd>
          </div>`,
      )}
      ${codes.map((code) => errorEntry(code, links))}
    </dl>
  </details>`;
}

const errorEntry = (code: ErrorCode, { toOperation }: Links): Fragment =>
  html`<div>
    <dt>
      ${errorCodes[code].status} <a href="/docs/errors#${code}"><code>${code}</code></a>
    </dt>
    <dd>${prose(errorMeanings[code], toOperation)}</dd>
  </div>`;
