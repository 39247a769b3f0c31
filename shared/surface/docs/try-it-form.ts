import { tryItScript } from '../../browser/assets.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import { withoutNull, type Parameter, type PlacedOperation, type Schema } from './api-document.ts';
import { NEW_KEY, TODAY, variableNames } from './code-literal.ts';
import { newTokenPath } from '../../pages/accounts/token-wish.ts';
import type { ExampleCall } from './example-call.ts';
import { operationAddress, tagSlug } from '../../kernel/api/operation/docs-address.ts';
import { typeInWords } from './schema-words.ts';
import { listOfField, listOfVariable } from './variables.ts';

/** The id of the form, which the buttons that open it name. */
const TRY_IT_ID = 'try';

/**
 * Whether people can send the operation from its page: also what anyone may read of portals, but not those for MCP
 * clients, which take tokens that a person does not have.
 */
export const isTriable = (operation: PlacedOperation): boolean =>
  (operation.path.startsWith('/api/') && operation.security.flatMap(Object.keys)[0] !== 'mcpAccess') ||
  isPublicRead(operation);

const isPublicRead = ({ method, path, security }: PlacedOperation): boolean =>
  method === 'GET' && path.startsWith('/portals/') && security.length === 0;

/** A button that opens the form; hidden without the script, which the form needs. */
export const tryItButton = (): Fragment =>
  html`<button type="button" class="open-try" hidden aria-controls="${TRY_IT_ID}" aria-expanded="false">
    Try it
  </button>`;

/**
 * A form that sends the request from the page with a token of the reader's, by a script, which opens it in the place of
 * the example. The script fills in what follows from the token, and proposes values for ids.
 */
export function tryItForm(operation: PlacedOperation, call: ExampleCall): Fragment {
  const { method, path, parameters = [], security } = operation;
  const fields = parameters.filter((one) => one.in !== 'header');
  const optional = fields.filter(({ required }) => !required);
  const scopes = Object.values(security[0] ?? {}).flat();
  return html`<form
    class="try"
    id="${TRY_IT_ID}"
    hidden
    aria-label="Try it"
    data-method="${method}"
    data-path="${path}"
    data-scopes="${scopes.join(' ')}"
  >
    ${!isPublicRead(operation) && tokenField(operation, scopes)}
    ${fields.filter(({ required }) => required).map((field) => parameterField(field, exampleWord(field, call)))}
    ${
      optional.length > 0 &&
      html`<details>
        <summary>Optional parameters (${optional.length})</summary>
        ${optional.map((field) => parameterField(field))}
      </details>`
    }
    ${call.body !== undefined && bodyField(inForm(call.body), call)}
    ${
      method !== 'GET' &&
      html`<p class="notice">
        This is no sandbox: the request ${method === 'DELETE' ? 'deletes from' : 'changes'} your real
        workspace.
      </p>`
    }
    <button ${method === 'DELETE' && html`class="danger"`}>Send ${method}</button>
    <div class="result">
      <p class="outcome" role="status"></p>
      <span class="took"></span>
      <figure hidden>
        <figcaption id="try-response">Response</figcaption>
        <pre role="region" aria-labelledby="try-response"><code></code></pre>
      </figure>
    </div>
    <script src="${tryItScript.path}" defer></script>
  </form>`;
}

const tokenField = ({ operationId, summary, tags }: PlacedOperation, scopes: readonly string[]): Fragment =>
  html`<div class="field">
    ${label('token', 'Token', true)}
    <input
      id="try-token"
      name="token"
      type="password"
      placeholder="plt_pat_…"
      autocomplete="off"
      required
      aria-describedby="try-token-hint try-token-wrong"
    />
    <p class="wrong" id="try-token-wrong" role="alert"></p>
    <p class="hint" id="try-token-hint">
      <a
        href="${newTokenPath({ scopes, from: { path: operationAddress(tagSlug(tags[0]!), operationId), title: summary } })}"
        >Create a token for this</a
      >, or paste one. It stays in this tab.
    </p>
    <p class="hint caller" role="status"></p>
  </div>`;

/** The example's value of a parameter of the query, if it is a word that each workspace takes. */
function exampleWord({ name, in: place }: Parameter, { parameters }: ExampleCall): string | undefined {
  const value = place === 'query' ? parameters[name] : undefined;
  return value === undefined || variableNames([value]).length > 0 ? undefined : decodeURIComponent(value);
}

function parameterField(
  { name, in: place, required = false, schema }: Parameter,
  example?: string,
): Fragment {
  const plain = withoutNull(schema).schema;
  const choices = choicesOf(plain);
  const text = choices ? choices.several && 'Choose one or several.' : words(name, plain);
  const hint = text && html`<p class="hint" id="try-${name}-hint">${text}</p>`;
  const attributes = html`id="try-${name}" name="${name}" data-in="${place}" ${required && 'required'}
  ${example !== undefined && html`value="${example}"`} ${hint && html`aria-describedby="try-${name}-hint"`}`;
  return html`<div class="field">
    ${label(name, html`<code>${name}</code>`, required)}
    ${choices ? choiceField(plain, choices, attributes, required) : textField(name, plain, attributes)}
    ${hint}
  </div>`;
}

const choiceField = (
  { default: usual }: Schema,
  { values, several }: Choices,
  attributes: Fragment,
  required: boolean,
): Fragment =>
  html`<select ${attributes} ${several && html`multiple size="${Math.min(values.length, 5)}"`}>
    ${
      !several &&
      html`<option value="">
        ${required ? 'Choose one' : usual === undefined ? 'Not set' : `${JSON.stringify(usual).replaceAll('"', '')} (default)`}
      </option>`
    }
    ${values.map((value) => html`<option>${value}</option>`)}
  </select>`;

/** A value to type; known ones are proposed. */
function textField(name: string, schema: Schema, attributes: Fragment): Fragment {
  const list = listOfField(name);
  const known = schema.anyOf?.find((part) => part.enum)?.enum;
  return html`<input
      ${attributes}
      ${inputType(schema)}
      autocomplete="off"
      ${list && html`data-list="${list.path}" data-value="${list.value}"`}
      ${known && html`list="try-${name}-known"`}
    />${
      known &&
      html`<datalist id="try-${name}-known">
        ${known.map((value) => html`<option>${String(value)}</option>`)}
      </datalist>`
    }`;
}

const label = (name: string, text: Fragment, required: boolean): Fragment =>
  html`<label for="try-${name}">${text}${required && html` <span class="must">required</span>`}</label>`;

interface Choices {
  values: string[];
  /** Whether the parameter is a list. */
  several: boolean;
}

/** The only values of a parameter, or of the entries of a list; undefined for those that take others. */
function choicesOf({ type, enum: values, items }: Schema): Choices | undefined {
  if (type === 'boolean') return { values: ['true', 'false'], several: false };
  if (values) return { values: values.map(String), several: false };
  return items?.enum && { values: items.enum.map(String), several: true };
}

function inputType({ type, format, minimum, maximum }: Schema): Fragment {
  if (format === 'date') return html`type="date"`;
  if (type !== 'integer' && type !== 'number') return false;
  return html`type="number" ${minimum !== undefined && html`min="${minimum}"`}
  ${maximum !== undefined && html`max="${maximum}"`} ${type === 'number' && html`step="any"`}`;
}

/** What a parameter takes; of a list also how its values are written. */
function words(name: string, schema: Schema): Fragment {
  if (name === 'workspaceId') return 'Filled in from the token.';
  const { type, items } = schema;
  if (type !== 'array') return schema.format === 'uuid' ? false : typeInWords(schema, () => '#');
  return [typeInWords(items ?? {}, () => '#'), ', or several with commas.'];
}

/** What of a body follows from what is chosen above it: a variable's name, where it is read, and the path of its value. */
function followingOf(names: readonly string[], { version }: ExampleCall): object[] {
  const all: { name: string; path: string | undefined; value: string; position?: number }[] = [
    names.includes('STORY')
      ? { ...listed('STORY')!, name: 'VERSION', value: 'updatedAt' }
      : { name: 'VERSION', path: version?.declaredPath, value: 'updatedAt' },
    { name: 'BOARD', path: `${IN_WORKSPACE}portals/{portalId}`, value: 'boards.0.id' },
  ];
  const others = names.flatMap((name) => listed(name) ?? []);
  return [...all.filter(({ name }) => names.includes(name)), ...others];
}

const IN_WORKSPACE = '/api/v1/workspaces/{workspaceId}/';

/** What is taken from a list: from the entry at its position, without those that are chosen above. */
function listed(name: string): { name: string; path: string; value: string; position: number } | undefined {
  const list = listOfVariable(name);
  return list && { ...list, name, path: `${IN_WORKSPACE}${list.path}` };
}

/** The body in the form, in which what a shell computes has a name that is filled in when it is sent. */
const inForm = (body: unknown): string =>
  JSON.stringify(body, null, 2).replaceAll(NEW_KEY, '$NEW_KEY').replaceAll(TODAY, '$TODAY');

function bodyField(body: string, call: ExampleCall): Fragment {
  const names = variableNames([body]).filter((name) => !['NEW_KEY', 'TODAY'].includes(name));
  return html`<div class="field">
    ${label('body', 'Body', true)}
    <textarea
      id="try-body"
      name="body"
      rows="8"
      spellcheck="false"
      required
      aria-describedby="try-body-hint try-body-wrong"
      data-following="${JSON.stringify(followingOf(names, call))}"
    >
${body}</textarea>
    <p class="wrong" id="try-body-wrong" role="alert"></p>
    <p class="hint" id="try-body-hint">
      JSON.
      ${
        names.length === 0
          ? 'Change it as you like.'
          : `Replace ${names.map((name) => `$${name}`).join(' and ')} with your own value${names.length > 1 ? 's' : ''}.`
      }
      ${body.includes('$NEW_KEY') && '$NEW_KEY is a new key in each request.'}
      ${body.includes('$TODAY') && '$TODAY is the beginning of this day.'}
    </p>
  </div>`;
}
