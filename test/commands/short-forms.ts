/**
 * How `.ci/run` runs a documented command whose own form takes minutes, a person or an AWS account. Every command
 * of README.md and docs/*.md that is not listed here runs as it is written.
 */
export const shortForms: Record<string, string> = {
  'npm run bench': 'npm run bench -- --smoke --markdown dist/figures.md && test -s dist/figures.md',
  'npm run bench -- cpu': 'npm run bench -- cpu --smoke',
  'npm run bench -- cold': 'npm run bench -- cold --smoke',
  'npm run bench -- load': 'npm run bench -- load --smoke',
  'npm run bench -- soak': 'npm run bench -- soak --smoke',
  'npm run bench -- recovery': 'npm run bench -- recovery --smoke',
  'npm run bench -- votes': 'npm run bench -- votes --smoke',
  'npm run bench -- memory': 'npm run bench -- memory --smoke',
  'npm run bench -- moving': 'npm run bench -- moving --smoke',
  'npm run bench -- agents': 'npm run bench -- agents --smoke',
  'npm run bench -- compare-redmine': 'npm run bench -- compare-redmine --smoke',
  'npm run cost': 'npm run cost -- --smoke',
  'npm run simulate': 'npm run simulate -- --seconds 5',
  'npm run simulate -- search': 'npm run simulate -- search --searches 2000',
  'npm run simulate -- jobs': 'npm run simulate -- jobs --teams 2000',
  'npm run bench:feed': 'npm run bench:feed -- --smoke',
  'npm run bench:portals': 'npm run bench:portals -- --smoke',
  'npm run bench:search': 'npm run bench:search -- --smoke',
  'npm run bench:search -- million': 'npm run bench:search -- million --smoke',
  'npm run bench:webhooks': 'npm run bench:webhooks -- --smoke',
  'npm run test:long': 'npm run test:long -- test/faults/bulk.test.ts',
  'npm run mutants': 'npm run mutants -- --smoke',
  'npm run deploy -- dev': 'npm run deploy -- --help',
  'npm run deploy -- prod --assembly assembly/prod': 'npm run deploy -- --help',
  'npm run deploy -- dev --copy ada':
    'npx cdk synth --all --quiet -c env=dev -c copy=ada --output dist/cdk-copy',
  'npm run destroy -- dev': 'npm run destroy -- --help',
  'npx plotline export backup': 'npx plotline export --help',
  // A person gives the token, and is the one who looks.
  'npx plotline proposals list': 'npx plotline proposals list --help',
  'npx plotline login': 'npx plotline login --help',
  'npx plotline watch': 'npx plotline watch --help',
  'npx plotline projections replay --stack Plotline-prod-projections':
    'npx plotline projections replay --help',
  'npx plotline keys rotate --stack Plotline-prod-data': 'npx plotline keys rotate --help',
  'npx plotline keys list --stack Plotline-prod-data': 'npx plotline keys list --help',
  'npx plotline keys drop 1 --stack Plotline-prod-data': 'npx plotline keys drop --help',
  'npx plotline keys rotate-edge --stack Plotline-prod-api': 'npx plotline keys rotate-edge --help',
  'npx plotline recount -w acme --fix --stack Plotline-prod-data': 'npx plotline recount --help',
  'npx plotline webhooks replay --stack Plotline-prod-webhooks': 'npx plotline webhooks replay --help',
  'npx plotline webhooks redrive --stack Plotline-prod-webhooks': 'npx plotline webhooks redrive --help',
  'npx plotline workspaces list --stack Plotline-prod-data': 'npx plotline workspaces list --help',
  'npx plotline workspaces limits acme --per-credential 1 --per-workspace 10 --quota endpoints=0 --stack Plotline-prod-data':
    'npx plotline workspaces limits --help',
  'npx plotline webhooks list -w acme --stack Plotline-prod-data': 'npx plotline webhooks list -w demo',
  'npx plotline webhooks disable ENDPOINT_ID -w acme --stack Plotline-prod-data':
    'npx plotline webhooks disable --help',
  'npx plotline tokens list --member PRINCIPAL_ID -w acme --stack Plotline-prod-data':
    'npx plotline tokens list --help',
  'npx plotline tokens revoke TOKEN_ID -w acme --stack Plotline-prod-data':
    'npx plotline tokens revoke --help',
  'npx plotline audit -w acme --stack Plotline-prod-data': 'npx plotline audit --help',
  'npx plotline workspaces delete acme --confirm acme --stack Plotline-prod-data':
    'npx plotline workspaces delete --help',
  'npx plotline mail retry --stack Plotline-prod-data': 'npx plotline mail retry --help',
  // Signing in takes a browser; test/mcp/inspector.test.ts does it.
  'npx mcp-inspector --cli http://127.0.0.1:3000/mcp --transport http --method tools/list':
    'npx mcp-inspector --help',
};

/** Commands that `.ci/run` runs by itself, or that are running while the others do. */
export const ranByCi = [
  'npm start',
  'npm test',
  'npm run lint',
  'npm run types',
  'npm run synth',
  'npm run commands',
];

/** Pages whose commands start what they need and take as long as all others, beside which they run. */
export const pagesWithoutService = ['docs/figures.md'];

/** How commands run that stand in the text only, and in no block. */
export const inlineForms: Record<string, string> = {
  'npm run deploy -- dev --assembly cdk.out/dev': 'npm run deploy -- --help',
  'npm start -- --help': 'npm start -- --help',
  'npm run drill -- release COMMIT': 'npm run drill -- --help',
  // All of them have run.
  'npm test -- --project unit': 'npm test -- --project unit test/core/rules.unit.test.ts',
  // Nothing is uncommitted in a clone.
  'npm test -- --changed': 'npm test -- --changed',
  // By npx itself, which main.ts leaves out of the others.
  'npx plotline completion --help': 'command npx plotline completion --help',
  'npx plotline portals host tidepool tidepool.localhost -w demo': 'npx plotline portals host --help',
  'npm run deploy -- staging --copy drill': 'npm run deploy -- --help',
  'npm run deploy': 'npm run deploy -- --help',
  'npm run probe -- staging': 'npm run probe -- --help',
  'npm run synth -- dev': 'npm run synth -- --help',
  'npx plotline keys rotate-edge': 'npx plotline keys rotate-edge --help',
  'npx plotline keys rotate-edge --stack Plotline-prod-api': 'npx plotline keys rotate-edge --help',
  'npx plotline rebuild --stack Plotline-prod-data': 'npx plotline rebuild --help',
  'npx plotline digest --table NAME': 'npx plotline digest --help',
  'npm run test:cost': 'npm run test:cost -- test/core/rules.unit.test.ts',
  'npm config get cache': 'npm config get cache',
  '.ci/run': 'bash -n .ci/run',
};
