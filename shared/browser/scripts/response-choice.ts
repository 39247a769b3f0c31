import { findAll, findOne, newElement } from '../../kernel/html/scripts/dom.ts';

/** Lets one response of those of success and errors be chosen; without this script, errors are folded below. */
function chooseAmong(answers: HTMLElement): void {
  const folded = findOne('.errors', answers);
  const responses = [answers.firstElementChild as HTMLElement, ...findAll('figure', folded)];
  const choice = newElement('select');
  responses.forEach((response, at) => {
    const name = at === 0 ? answers.dataset.first : response.previousElementSibling?.textContent.trim();
    const textContent = (name ?? '').replace(/\s+/g, ' ');
    choice.append(newElement('option', { value: String(at), textContent }));
  });
  function show(): void {
    responses.forEach((response, at) => (response.hidden = String(at) !== choice.value));
  }
  choice.addEventListener('change', show);
  answers.classList.add('chosen');
  answers.prepend(newElement('label', {}, ['Response', ' ', choice]));
  answers.append(...responses);
  folded.remove();
  show();
}

const answers = document.querySelector<HTMLElement>('.answers');
if (answers) chooseAmong(answers);
