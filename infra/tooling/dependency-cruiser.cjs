/** Enforces the import rules of the README's "Layout", without cycles between files or folders. */
const nouns =
  '^shared/(?!core/|api/|auth/|db/|net/|pages/|docs/|mcp/|groups/|cascades/|projections/|registry\\.ts)';
const only = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^(shared|infra|functions|test)/', pathNot: [from, ...to] },
});

module.exports = {
  forbidden: [
    { name: 'no-file-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-folder-cycles', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    only('core-imports-nothing', '^shared/core/', []),
    only('db', '^shared/db/', ['^shared/core/']),
    only('net', '^shared/net/', ['^shared/core/']),
    only('pages', '^shared/pages/', ['^shared/core/']),
    only('operation', '^shared/api/operation/', ['^shared/(core|db)/']),
    only('api', '^shared/api/', ['^shared/(core|db|net|auth)/']),
    only('auth', '^shared/auth/', ['^shared/(core|db)/']),
    {
      name: 'nouns-import-no-composition',
      severity: 'error',
      from: { path: nouns },
      to: { path: '^shared/(registry\\.ts|groups/|cascades/|projections/)|^(infra|functions|test)/' },
    },
    only('functions', '^functions/', ['^shared/']),
    { name: 'nothing-imports-tests', severity: 'error', from: { pathNot: '^test/' }, to: { path: '^test/' } },
    {
      name: 'shared-stands-alone',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(infra|functions)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    includeOnly: '^(shared|infra|functions)/',
  },
};
