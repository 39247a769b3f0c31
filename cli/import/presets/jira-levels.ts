import { textOf } from './preset.ts';

type Issue = Record<string, unknown>;
type Issues = ReadonlyMap<string, Issue>;

const EPIC =
  /^(?:epics?|épica|épico|epica|epopeya|epopée|épopée|epik|epos|эпик|епік|史诗|長篇故事|长篇故事|エピック|에픽|initiative|iniciativa|инициатива|theme|legend)$/i;
const SUB_TASK =
  /^(?:sub-?\s?task|technical task|sub-?\s?tarefa|subtarea|sous-tâche|unteraufgabe|teilaufgabe|sottotask|sotto-attività|podzadanie|subtaak|deeltaak|подзадача|підзавдання|dílčí úkol|podúloha|podúkol|alfeladat|részfeladat|alt görev|subactivitate|subsarcină|underopgave|deloppgave|underoppgave|deluppgift|underaktivitet|alitehtävä|子任务|子任務|サブタスク|하위 작업)$/i;

const typeOf = (issue: Issue): string => textOf(issue['Issue Type']) ?? '';
const parentKeyOf = (issue: Issue): string | undefined =>
  textOf(issue['Parent key']) ??
  textOf(issue['Custom field (Epic Link)']) ??
  textOf(issue['Parent']) ??
  textOf(issue['Parent id']);

/** The issues by what others call them: by key and by id. */
export function issuesByName(issues: readonly Issue[]): Issues {
  const named = ['Issue id', 'Issue key'].map((column) =>
    issues.flatMap((issue): [string, Issue][] => {
      const name = textOf(issue[column]);
      return name === undefined ? [] : [[name, issue]];
    }),
  );
  return new Map(named.flat());
}

const hasOwnWords = (issue: Issue): boolean =>
  EPIC.test(typeOf(issue)) || textOf(issue['Custom field (Epic Name)']) !== undefined;

/**
 * The objective of an issue: the name of its parent if that is an epic or on a level above. The parent's own row says it;
 * without one, the type of the issue does, which is none of a sub-task's.
 */
export function epicOf(issue: Issue, issues: Issues | undefined): string | undefined {
  const key = parentKeyOf(issue);
  if (key === undefined && textOf(issue['Parent summary']) === undefined) return undefined;
  const parent = key === undefined ? undefined : issues?.get(key);
  const name = textOf(issue['Parent summary']) ?? (parent && textOf(parent['Summary']));
  if (!parent) return SUB_TASK.test(typeOf(issue)) ? undefined : name;
  return hasOwnWords(parent) ? name : undefined;
}
