import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { applyMutation, type Mutant } from './mutations.ts';

/** Tells whether a mutant passes the type check: one that does not would never get as far as a test. */
export function createTypeCheck(root: string): (mutant: Mutant) => boolean {
  const { config } = ts.readConfigFile(resolve(root, 'tsconfig.json'), (file) => readFileSync(file, 'utf8'));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const compilerOptions = { ...options, noUnusedLocals: false, noUnusedParameters: false };
  const files = globSync('{shared,functions,infra}/**/*.ts', { cwd: root }).map((file) =>
    resolve(root, file),
  );
  let mutated = { file: '', text: '', version: 0 };
  const read = (file: string) => (file === mutated.file ? mutated.text : ts.sys.readFile(file));
  const service = ts.createLanguageService({
    getCompilationSettings: () => compilerOptions,
    getScriptFileNames: () => files,
    getScriptVersion: (file) => (file === mutated.file ? String(mutated.version) : '0'),
    getScriptSnapshot: (file) => {
      const text = read(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => ts.sys.fileExists(file),
    readFile: (file) => ts.sys.readFile(file),
    readDirectory: (...query) => ts.sys.readDirectory(...query),
    directoryExists: (folder) => ts.sys.directoryExists(folder),
    getDirectories: (folder) => ts.sys.getDirectories(folder),
  });
  return (mutant) => {
    const file = resolve(root, mutant.file);
    const text = applyMutation(readFileSync(file, 'utf8'), mutant);
    mutated = { file, text, version: mutated.version + 1 };
    const problems = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
    return !problems.some(({ category }) => category === ts.DiagnosticCategory.Error);
  };
}
