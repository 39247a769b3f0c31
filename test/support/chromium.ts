import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { PATIENCE_MS } from './patience.ts';

const root = resolve(import.meta.dirname, '../..');

/** A headless Chromium, with the security that browsers have: what it refuses, people's browsers refuse too. */
export async function startChromium(): Promise<Browser> {
  const folder = await unpacked();
  const browser = await chromium.launch({
    executablePath: resolve(folder, 'chromium'),
    args: ['--no-sandbox', '--font-render-hinting=none', '--disable-gpu'],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      LD_LIBRARY_PATH: resolve(folder, 'al2023/lib'),
      FONTCONFIG_FILE: resolve(folder, 'fonts.conf'),
    },
  });
  const newContext = browser.newContext.bind(browser);
  // Pages wait half a minute by default, which an answer can take on a machine that does much else.
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}

/** The folder of program, libraries and fonts, all from the npm package, which are unpacked once per checkout. */
async function unpacked(): Promise<string> {
  const manifest = resolve(root, 'node_modules/@sparticuz/chromium/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const folder = resolve(root, `dist/browser-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(resolve(root, 'dist'), { recursive: true });
  // Beside its place and then moved there whole, since other test files may be doing the same.
  const temporary = mkdtempSync(`${folder}-`);
  const script = "await (await import('@sparticuz/chromium')).default.executablePath()";
  // The package unpacks where temporary files go, and its libraries only in what it takes for a Lambda.
  const env = { PATH: process.env['PATH'], TMPDIR: temporary, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: root, env });
  // The package's own configuration names folders outside of it; without a font Chromium's pages crash.
  copyFileSync(resolve(import.meta.dirname, 'fonts.conf'), resolve(temporary, 'fonts.conf'));
  try {
    renameSync(temporary, folder);
  } catch {
    rmSync(temporary, { recursive: true });
  }
  return folder;
}
