/** Enforces layout.json, that no files and no folders form a cycle, and that views read nothing. */
const { readdirSync, readFileSync } = require('node:fs');
const { basename } = require('node:path');
const { allowedImports } = require('./layout.ts').layout;

const escape = (path) => path.replaceAll('.', '\\.');
const inside = (path) => `^${escape(path)}(/|$)`;

const layers = Object.entries(allowedImports).map(([folder, allowed]) => ({
  name: `layout-${folder}`,
  severity: 'error',
  from: { path: inside(folder) },
  to: { path: '^(shared|infra|functions|cli|test)/', pathNot: [folder, ...allowed].map(inside) },
}));

/** Files of operations: each is named after the operation's id. */
const operations = readdirSync('shared', { recursive: true })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `shared/${file}`)
  .filter((file) => {
    const id = basename(file, '.ts').replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
    return readFileSync(file, 'utf8').includes(`  id: '${id}',`);
  });

module.exports = {
  forbidden: [
    { name: 'no-file-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: { path: '^shared/' },
      to: { circular: true },
    },
    ...layers,
    {
      name: 'nouns-import-no-operations-of-others',
      severity: 'error',
      // What pages use of planning is handed on in one place.
      from: {
        path: '^shared/(identity|planning|feedback|events)/([^/]+)/',
        pathNot: '^shared/planning/pages/',
      },
      to: {
        path: `^(${operations.map(escape).join('|')})$|^shared/[^/]+/[^/]+/index\\.ts$`,
        pathNot: '^shared/$1/$2/',
      },
    },
    {
      // A view gets data and returns HTML: what it shows is loaded by its page.
      name: 'views-read-nothing',
      severity: 'error',
      from: {
        path: '^(shared/(kernel/html|pages|surface)|infra/local)/.*-view\\.ts$|^shared/identity/mail/render-mail\\.ts$',
      },
      to: {
        path: '-(store|page)\\.ts$|^shared/kernel/(db|log|net|read-model)/|^shared/kernel/core/database\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: ['node_modules', '^test/'] },
    includeOnly: '^(shared|infra|functions|cli|test)/',
  },
};
