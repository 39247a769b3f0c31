import { CommandError } from '../core/command-error.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { parsePriority, priorities } from '../../shared/kernel/core/priority.ts';
import { parsePairs } from './status-map.ts';

/** Words of English and of other languages, as trackers show them. */
const words: Readonly<Record<Story['priority'], string>> = {
  urgent: `p0|highest|critical|blocker|más alta|crítica|mais alta|muito alta|urgente|höchste|kritisch|dringend|la plus élevée|critique|urgent|
    massima|critica|najwyższy|krytyczny|pilny|hoogste|kritiek|самый высокий|наивысший|критический|критичный|блокирующий|срочный|найвищий|
    nejvyšší|najvyššia|legmagasabb|en yüksek|acil|cea mai mare|højeste|høyeste|högsta|korkein|最高|紧急|緊急|가장 높음|긴급|最優先`,
  high: `p1|major|alta|alto|hoch|élevée|haute|élevé|elevata|alti|wysoki|wysoka|hoog|высокий|высокая|високий|vysoká|vysoký|magas|yüksek|ridicată|mare|
    høj|høy|hög|korkea|高|높음|cao`,
  medium: `p2|normal|media|médio|média|medio|mittel|moyenne|moyen|normale|średni|średnia|gemiddeld|средний|средняя|обычный|середній|střední|stredná|közepes|
    orta|medie|mellem|middels|medel|keskitaso|normaali|中|中等|普通|中间|보통|중간|trung bình`,
  low: `p3|p4|minor|trivial|lowest|baja|más baja|baixa|baixo|mais baixa|bajo|niedrig|niedrigste|gering|faible|basse|la plus faible|bassa|minima|niski|niska|
    najniższy|laag|laagste|низкий|низкая|самый низкий|незначительный|низький|nízká|nejnižší|nízka|najnižšia|alacsony|legalacsonyabb|düşük|en düşük|
    scăzută|lav|laveste|låg|lägsta|matala|matalin|低|最低|낮음|가장 낮음|thấp`,
  none: '',
};

const usualPriorities = new Map<string, Story['priority']>(
  priorities.flatMap((priority) =>
    words[priority].split('|').map((word): [string, Story['priority']] => [word.trim(), priority]),
  ),
);
usualPriorities.delete('');

/** The priority that a text usually means. */
export const priorityOf = (text: string): Story['priority'] | undefined =>
  parsePriority(text) ?? usualPriorities.get(text.toLowerCase());

/** Parses `0=Urgent,1=High`. Throws a CommandError. */
export function parsePriorityMap(texts: readonly string[]): ReadonlyMap<string, Story['priority']> {
  const usage = `--priority-map takes VALUE=PRIORITY with commas between, of ${priorities.join(', ')}`;
  const pairs = [...parsePairs(texts, usage)].map(([value, target]) => {
    const priority = priorityOf(target);
    if (!priority) throw new CommandError(`${usage}; ${target} is none.`);
    return [value, priority] as const;
  });
  return new Map(pairs);
}
