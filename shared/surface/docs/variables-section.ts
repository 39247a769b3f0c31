import { html, type Fragment } from '../../kernel/html/html.ts';
import type { PlacedOperation, Schema } from './api-document.ts';
import { curlCommand } from './curl.ts';
import { block } from './guide.ts';
import { heading } from './heading.ts';
import { PICK, settingLines, variablesIn } from './variables.ts';

/** How to set the variables that a page's examples use; nothing if they use none. */
export function variablesSection(
  operations: readonly PlacedOperation[],
  components: Record<string, Schema>,
): Fragment {
  const commands = operations.map((operation) => curlCommand(operation, components));
  const variables = variablesIn(commands);
  const lines = [
    ...(commands.concat(settingLines(variables)).some(usesPick) ? [PICK] : []),
    ...settingLines(variables),
  ];
  const uses = (name: string) => [...commands, ...lines].some((text) => text.includes(`$${name}`));
  if (!uses('TOKEN') && !uses('ACCESS_TOKEN')) return false;
  return html`<section id="variables">
    ${heading('h2', 'Set the variables', 'variables')}
    ${
      uses('ACCESS_TOKEN')
        ? html`<p>
            <code>$ACCESS_TOKEN</code> is an OAuth access token for <code>/mcp</code>: a client gets it after
            you have signed in and approved the connection.
            <a href="/docs/ai-clients#getting-a-token-manually">Getting a token manually</a> shows how to get
            one in a shell.
          </p>`
        : html`<p>
            Set <code>TOKEN</code> and <code>WORKSPACE</code> as in
            <a href="/docs#begin">the first calls</a>${
              lines.length > 0 &&
              `, then paste these lines. Each selects the newest resource of its kind (the first team by name); replace the id to use another one, especially before you delete anything. A value of null means that there is none yet: create one and paste the line again`
            }.
          </p>`
    }
    ${lines.length > 0 && block('What the examples on this page use', lines.join('\n'))}
  </section>`;
}

const usesPick = (text: string): boolean => text.includes('$(pick ');
