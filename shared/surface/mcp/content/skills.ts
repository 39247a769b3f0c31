import { createHash } from 'node:crypto';
import { textFile } from '../../../kernel/html/text-file.ts';
import type { Skill, TextContent } from '../../../kernel/api/mcp/content.ts';

const files = [
  textFile('./triage.md', import.meta.url),
  textFile('./sprint-planning.md', import.meta.url),
  textFile('./status-report.md', import.meta.url),
  textFile('./import-clean-up.md', import.meta.url),
];

/** A skill with the text of its only file (https://agentskills.io/specification). */
interface SkillFile {
  skill: Skill;
  text: string;
}

function toSkillFile(text: string): SkillFile {
  const frontmatter = frontmatterOf(text);
  const uri = `skill://plotline/${frontmatter.name}/SKILL.md`;
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  const resources = [{ uri, digest, size: Buffer.byteLength(text) }];
  return { skill: { uri, frontmatter, resources }, text };
}

/** The fields between the lines of dashes: plain `name: value` in our files. */
function frontmatterOf(text: string): Skill['frontmatter'] {
  const lines = /^---\n(.*?)\n---\n/s.exec(text)![1]!.split('\n');
  const fields = lines.map((line) => /^(\w+): (.*)$/.exec(line)!.slice(1, 3) as [string, string]);
  return Object.fromEntries(fields) as Skill['frontmatter'];
}

const skillFiles = files.map(toSkillFile);

/** How to do whole jobs with the tools, for clients that load such instructions. */
export const skills: readonly Skill[] = skillFiles.map(({ skill }) => skill);

/** The text of a skill's file; undefined for any other address. */
export function readSkill(uri: string): TextContent | undefined {
  const found = skillFiles.find(({ skill }) => skill.uri === uri);
  return found && { uri, mimeType: 'text/markdown', text: found.text };
}
