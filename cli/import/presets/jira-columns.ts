/**
 * What Jira calls its columns for who reads it in another language, by their English names. An export has the language of
 * the profile of who exports. Names with (…) are compared without it.
 */
const translations: Readonly<Record<string, string>> = {
  Summary: `Thema|Betreff|Задача|Resumen|Resumo|Zusammenfassung|Résumé|Riepilogo|Podsumowanie|Samenvatting|Тема|Резюме|Тематика|Souhrn|Súhrn|
    Összefoglalás|Összegzés|Özet|Rezumat|Resumé|Oversigt|Sammendrag|Sammanfattning|Yhteenveto|Kokkuvõte|概要|摘要|主题|要約|요약|Tóm tắt|สรุป`,
  'Issue key': `编号|Work item key|Clave de incidencia|Clave de la incidencia|Clave de actividad|Chave da item|Chave do item|Chave da incidência|
    Chave da pendência|Chave do ticket|Vorgangsschlüssel|Schlüssel|Clé de ticket|Clé du ticket|Clé de demande|Clé|Chiave ticket|Chiave segnalazione|
    Chiave attività|Klucz zgłoszenia|Klucz elementu|Issuesleutel|Itemsleutel|Sleutel|Ключ задачи|Ключ запроса|Ключ проблемы|Код|Ключ|Ключ завдання|
    Klíč požadavku|Klíč úkolu|Klíč|Kľúč požiadavky|Ügy kulcsa|Ügykulcs|Kayıt anahtarı|Talep anahtarı|Konu anahtarı|Cheie tichet|Cheie problemă|Sagsnøgle|
    Emnenøgle|Saksnøkkel|Ärendenyckel|Tapauksen avain|Pyynnön avain|问题关键字|事务密钥|事务关键字|关键字|問題索引鍵|議題關鍵字|課題キー|キー|이슈 키|업무 항목 키|Khóa vấn đề`,
  'Issue id': `Work item id|ID de la incidencia|ID de incidencia|ID da item|ID do item|ID da incidência|Vorgangs-ID|ID de ticket|ID du ticket|ID ticket|
    ID segnalazione|Id. zgłoszenia|ID zgłoszenia|Issue-ID|Item-ID|ID задачи|ID запроса|Идентификатор задачи|ID завдання|ID požadavku|ID požiadavky|
    Ügyazonosító|Kayıt kimliği|ID tichet|Sags-id|Saks-ID|Ärende-ID|Tapauksen tunnus|问题 ID|问题ID|事务 ID|課題 ID|課題ID|이슈 ID|업무 항목 ID`,
  'Issue Type': `Work type|Tipo de Incidencia|Tipo de actividad|Tipo de item|Tipo do item|Tipo de incidência|Tipo de pendência|Vorgangstyp|Typ|
    Type de ticket|Type de demande|Tipo ticket|Tipo di ticket|Tipo segnalazione|Typ zgłoszenia|Issuetype|Itemtype|Тип задачи|Тип запроса|Тип завдання|
    Typ požadavku|Typ úkolu|Typ požiadavky|Ügytípus|Kayıt türü|Talep türü|Tip tichet|Sagstype|Sakstype|Ärendetyp|Tapauksen tyyppi|问题类型|事务类型|
    問題類型|課題タイプ|이슈 유형|업무 항목 유형`,
  Status: `Estado|Statut|État|Etat|Stato|Статус|Состояние|Стан|Stav|Állapot|Durum|Stare|Tila|Olek|状态|狀態|状態|ステータス|状況|상태|Trạng thái|สถานะ`,
  'Status Category': `Categoría de estado|Categoria de status|Categoria do status|Categoria de estado|Statuskategorie|Catégorie d'état|Catégorie d’état|
    Catégorie de statut|Categoria di stato|Categoria stato|Kategoria statusu|Statuscategorie|Категория статуса|Категорія статусу|Kategorie stavu|
    Kategória stavu|Állapotkategória|Durum kategorisi|Durum Kategorisi|Categorie stare|Statuskategori|Tilaluokka|状态类别|狀態類別|ステータス カテゴリ|
    ステータス カテゴリー|상태 범주|상태 카테고리`,
  'Status Category Changed': `Categoría de estado cambiada|Categoria de status alterada|Categoria do status alterada|Catégorie d'état modifiée|Statuskategorie geändert`,
  'Project key': `Clave del proyecto|Chave do projeto|Projektschlüssel|Clé de projet|Clé du projet|Chiave progetto|Chiave del progetto|Klucz projektu|
    Projectsleutel|Projectcode|Ключ проекта|Код проекта|Ключ проекту|Klíč projektu|Kľúč projektu|Projektkulcs|Proje anahtarı|Cheie proiect|Projektnøgle|
    Prosjektnøkkel|Projektnyckel|Projektin avain|项目密钥|项目关键字|項目關鍵字|プロジェクト キー|プロジェクトキー|프로젝트 키`,
  'Project name': `Nombre del proyecto|Nome do projeto|Projektname|Nom du projet|Nom de projet|Nome progetto|Nome del progetto|Nazwa projektu|Projectnaam|
    Имя проекта|Название проекта|Назва проекту|Název projektu|Názov projektu|Projekt neve|Projektnév|Proje adı|Nume proiect|Projektnavn|Prosjektnavn|
    Projektnamn|Projektin nimi|项目名称|項目名稱|プロジェクト名|프로젝트 이름`,
  'Project type': `Tipo de proyecto|Tipo de projeto|Projekttyp|Type de projet|Tipo di progetto|Tipo progetto|Typ projektu|Projecttype|Тип проекта|项目类型|プロジェクト タイプ|프로젝트 유형`,
  'Project lead': `Chef de projet|Responsable del proyecto|Líder do projeto|Projektleiter|Responsable du projet|Responsable de projet|Responsabile progetto|Lider projektu|Projectleider|
    Руководитель проекта|项目主管|项目负责人|プロジェクト リード|프로젝트 책임자`,
  'Project lead id': `ID del responsable del proyecto|ID do líder do projeto|ID des Projektleiters|ID du responsable de projet|ID de responsable de projet|Id lidera projektu`,
  'Project description': `Descripción del proyecto|Descrição do projeto|Projektbeschreibung|Description du projet|Descrizione progetto|Opis projektu|Описание проекта|项目描述`,
  'Project url': `URL del proyecto|URL do projeto|Projekt-URL|URL du projet|URL progetto|Adres URL projektu|URL проекта|项目 URL`,
  Priority: `Prioridad|Prioridade|Priorität|Priorité|Priorità|Priorytet|Prioriteit|Приоритет|Пріоритет|Priorita|Prioritás|Öncelik|Prioritate|Prioritet|
    Prioriteetti|Prioriteet|优先级|優先順序|優先級|優先度|우선 순위|우선순위|Ưu tiên`,
  Resolution: `Resolución|Resolução|Lösung|Résolution|Risoluzione|Soluzione|Rozwiązanie|Oplossing|Резолюция|Решение|Вирішення|Рішення|Řešení|Rozhodnutí|Riešenie|
    Megoldás|Çözüm|Rezoluție|Løsning|Lösning|Ratkaisu|解决结果|解決方案|解決結果|解決状況|해결책|해결`,
  Assignee: `Zugewiesen an|指派给|Người thực hiện|Persona asignada|Responsable|Asignado a|Responsável|Zugewiesene Person|Bearbeiter|Personne assignée|Responsable du ticket|Attribution|Assegnatario|
    Osoba przypisana|Przypisane do|Toegewezen persoon|Uitvoerder|Исполнитель|Виконавець|Řešitel|Přiřazeno|Pridelené|Felelős|Atanan|Atanan kişi|Responsabil|
    Ansvarlig|Tildelt|Tilordnet|Ansvarig|Tilldelad|Vastuuhenkilö|Täitja|经办人|经办者|受托人|受託人|受託者|經辦人|受指派者|担当者|담당자`,
  'Assignee Id': `ID de la persona asignada|ID do responsável|ID der zugewiesenen Person|ID de la personne assignée|ID osoby przypisanej`,
  Reporter: `Informador|Relator|Autor|Rapporteur|Segnalante|Autore|Osoba zgłaszająca|Zgłaszający|Rapporteerder|Melder|Автор|Докладчик|Автор запиту|Zadavatel|
    Oznamovatel|Zadávateľ|Bejelentő|Raporlayan|Bildiren|Raportor|Rapportør|Indberetter|Rapportör|Raportoija|Ilmoittaja|报告人|报告者|報告者|報告人|登録者|由谁创建|보고자`,
  'Reporter Id': `ID del informador|ID do relator|ID des Autors|ID du rapporteur|ID de rapporteur|ID osoby zgłaszającej`,
  Creator: `Creador|Criador|Ersteller|Créateur|Creatore|Twórca|Maker|Aanmaker|Создатель|Создал|Творець|Tvůrce|Tvorca|Létrehozó|Oluşturan|Creator|Opretter|
    Oppretter|Skapare|Luoja|创建者|创建人|建立者|作成者|작성자|만든 사람`,
  'Creator Id': `ID del creador|ID do criador|Ersteller-ID|ID du créateur|ID de créateur|ID twórcy`,
  Created: `Angelegt|Angelegt am|Erstellt am|Créé le|Fecha de creación|登録日|Creada|Creado|Criado|Criado(a)|Criada|Erstellt|Création|Créé|Créée|Creato|Creata|Data di creazione|Utworzono|Utworzone|Aangemaakt|Gemaakt|Создано|Создан|
    Дата создания|Створено|Vytvořeno|Vytvorené|Létrehozva|Oluşturuldu|Oluşturma|Creat|Oprettet|Opprettet|Skapad|Luotu|Loodud|创建日期|创建时间|已创建|建立日期|建立時間|作成日|作成日時|만듦|생성일|작성일|생성됨`,
  Updated: `Actualizada|Actualizado|Atualizado|Atualizado(a)|Aktualisiert|Mise à jour|Aggiornato|Aggiornata|Zaktualizowano|Bijgewerkt|Обновлено|Обновлен|Оновлено|
    Aktualizováno|Aktualizované|Frissítve|Güncellendi|Actualizat|Opdateret|Oppdatert|Uppdaterad|Päivitetty|已更新|更新日期|更新时间|更新日|更新日時|업데이트|업데이트됨`,
  'Last Viewed': `Vista por Última Vez|Última visualización|Última visualização|Dernier affichage|Última exibição|Zuletzt angezeigt|Dernière consultation|Ultima visualizzazione|Ostatnio wyświetlane|Laatst bekeken|Последний просмотр|上次查看|最終表示|마지막으로 본`,
  Resolved: `Abgeschlossen am|Terminé le|Completado|Fecha de finalización|完了日|Resuelta|Resuelto|Resolvido|Resolvido(a)|Resolvida|Erledigt|Gelöst|Résolu|Résolue|Risolto|Risolta|Rozwiązane|Rozwiązano|Opgelost|Решено|Дата решения|Вирішено|
    Vyřešeno|Vyriešené|Megoldva|Çözüldü|Rezolvat|Løst|Löst|Ratkaistu|已解决|解决日期|已解決|解決日|解決日時|해결됨|해결일`,
  'Due date': `Дедлайн|Hạn chót|期限日|Fecha de vencimiento|Fecha límite|Data limite|Data de vencimento|Fälligkeitsdatum|Fällig|Date d'échéance|Date d’échéance|Échéance|Data di scadenza|Scadenza|Termin|
    Data ukończenia|Vervaldatum|Einddatum|Срок исполнения|Срок|Термін виконання|Datum dokončení|Termín|Termín dokončenia|Határidő|Bitiş tarihi|Son tarih|
    Data scadenței|Forfaldsdato|Forfallsdato|Förfallodatum|Määräpäivä|Eräpäivä|到期日|到期日期|截止日期|期限|기한|마감일`,
  Votes: `Votos|Stimmen|Votes|Voti|Głosy|Stemmen|Голоса|Голоси|Hlasy|Szavazatok|Oylar|Voturi|Stemmer|Röster|Äänet|投票|票数|表決數|투표`,
  Labels: `Теги|Etiquetas|Etiketten|Categorias|Stichwörter|Stichworte|Étiquettes|Etichette|Etykiety|Labels|Метки|Мітки|Štítky|Značky|Štítky|Címkék|Etiketler|Etichete|Etiketter|Etikettar|
    Tunnisteet|Sildid|标签|標籤|ラベル|레이블|Nhãn`,
  Description: `詳細|Descripción|Descrição|Beschreibung|Description|Descrizione|Opis|Beschrijving|Omschrijving|Описание|Опис|Popis|Leírás|Açıklama|Descriere|Beskrivelse|
    Beskrivning|Kuvaus|Kirjeldus|描述|描寫|説明|설명|Mô tả`,
  Environment: `Entorno|Ambiente|Umgebung|Environnement|Środowisko|Omgeving|Окружение|环境|環境|환경`,
  'Security Level': `Nivel de Seguridad|Nível de Segurança|Sicherheitsebene|Niveau de sécurité|Livello di sicurezza|Poziom zabezpieczeń|Beveiligingsniveau|
    Уровень безопасности|安全级别|セキュリティ レベル|보안 수준`,
  Components: `Componentes|Komponenten|Composants|Componenti|Komponenty|Onderdelen|Компоненты|Компоненти|Komponenter|Bileşenler|模块|组件|コンポーネント|구성 요소`,
  Watchers: `Interesados|Observadores|Seguidores|Beobachter|Observateurs|Osservatori|Obserwujący|Volgers|Наблюдатели|关注者|ウォッチャー`,
  'Watchers Id': `ID de los interesados|ID dos observadores|ID dos seguidores|ID des Beobachters|ID des observateurs|ID obserwujących`,
  'Log Work': `Registrar Horas de Trabajo|Registrar trabajo|Registrar trabalho|Registro de trabalho|Arbeit protokollieren|Consigner le travail|Journal de travail|
    Registra lavoro|Zarejestruj pracę|Dziennik pracy|Werk registreren|Журнал работ|Журнал работы|Zaznamenat práci|Munka naplózása|İş günlüğü|工作日志|記錄工作|作業ログ|작업 로그`,
  'Original estimate': `Estimación original|Estimativa original|da Estimativa Original|Ursprüngliche Schätzung|Estimation originale|Estimation d'origine|Stima originale|Pierwotne oszacowanie|
    Oorspronkelijke schatting|Первоначальная оценка|Исходная оценка|Původní odhad|Eredeti becslés|Özgün tahmin|预估时间|初始预估|初期見積もり|최초 추정치`,
  'Remaining Estimate': `Trabajo restante estimado|Estimación restante|Estimativa restante|Estimativa de trabalho restante|Restschätzung|Estimation restante|Stima rimanente|Pozostały koszt|Resterende schatting|Оставшаяся оценка`,
  'Time Spent': `Tiempo Trabajado|Tiempo empleado|Tempo gasto|de Tempo Gasto|Temps consacré|Benötigte Zeit|Temps passé|Tempo impiegato|Czas poświęcony|Bestede tijd|Затраченное время`,
  'Work Ratio': `Relación de trabajo|Proporção de trabalho|Verhältnis tatsächlicher zu geschätzter Arbeit|Ratio de travail|Ratio du travail réel comparé à l'estimation|Razão Trabalhada|Rapporto lavoro|Stosunek pracy|Werkratio`,
  Attachment: `Adjunto|Archivo adjunto|Anexo|Anhang|Pièce jointe|Pièces jointes|Allegato|Załącznik|Bijlage|Вложение|Вложения|Вкладення|Příloha|Príloha|Csatolmány|
    Melléklet|Ek|Ekler|Atașament|Vedhæftet fil|Vedhæftning|Vedlegg|Bilaga|Liite|附件|添付ファイル|첨부 파일|첨부`,
  Comment: `Comentario|Comentário|Kommentar|Commentaire|Commentaires|Commento|Komentarz|Opmerking|Reactie|Комментарий|Комментарии|Коментар|Komentář|Komentár|Megjegyzés|
    Hozzászólás|Yorum|Comentariu|Kommentti|评论|註解|コメント|댓글|의견`,
  Sprint: `Спринт|冲刺|衝刺|スプリント|스프린트`,
  Parent: `Principal|Incidencia principal|Pai|Übergeordnet|Parent|Padre|Principale|Nadrzędne|Element nadrzędny|Bovenliggend|Родитель|Родительский элемент|Батьківський|
    Nadřazené|Nadradené|Szülő|Üst|Părinte|Overordnet|Överordnad|Ylätaso|父级|父項|親|상위 항목|상위`,
  'Parent key': `Übergeordnete Aufgabe|親課題キー|Clave principal|Clave de la principal|Chave pai|Chave do pai|Übergeordneter Schlüssel|Clé parent|Clé parente|Clé du parent|Chiave padre|Chiave principale|
    Klucz nadrzędny|Klucz elementu nadrzędnego|Bovenliggende sleutel|Ключ родителя|父级键|父级关键字|親キー|상위 키`,
  'Parent summary': `Resumen de la principal|Resumen principal|Resumo do pai|Übergeordnete Zusammenfassung|Résumé du parent|Résumé parent|Riepilogo padre|Podsumowanie nadrzędne`,
};

/** Names of fields that are within the name of a column of custom fields. */
const customTranslations: Readonly<Record<string, string>> = {
  'Start date': `Fecha de inicio|Data de início|Startdatum|Date de début|Data di inizio|Data rozpoczęcia|Дата начала|Дата початку|Datum zahájení|Dátum začatia|Kezdés dátuma|
    Başlangıç tarihi|Data începerii|Startdato|Aloituspäivä|开始日期|開始日期|開始日|시작 날짜|시작일`,
  'Story point estimate': `Estimación de puntos de historia|Estimativa de story points|Story-Point-Schätzung|Estimation de story points|Stima story point|Oszacowanie punktów historii`,
  'Story Points': `Puntos de historia|Pontos de história|Story-Punkte|Points de story|Punti storia|Punkty historii|Оценка в story points|故事点|ストーリー ポイント|ストーリーポイント|스토리 포인트`,
};

const CUSTOM_FIELD =
  /^(?:Campos? personalizados?|Benutzerdefinierte(?:s|) Feld(?:er)?|Champs? personnalisés?|Camp[oi] personalizzat[oi]|Pol[ea] niestandardowe|Aangepaste?(?:e) velden|Aangepast veld|Настраиваемое поле|Пользовательское поле|Пользовательские поля|Спеціальне поле|Налаштовуване поле|Vlastní pole|Vlastné pole|Egyéni mező|Özel alan|Câmp personalizat|Brugerdefineret felt|Tilpasset felt|Egendefinert felt|Anpassat fält|Mukautettu kenttä|自定义字段|自訂欄位|カスタム ?フィールド|사용자 ?(?:지정|정의) ?필드|Trường tùy chỉnh) \((.*)\)$/i;

/** Of links, Jira writes in words whether they come in or go out. */
const LINK = /^(.{4,60}) \(([^()]+)\)$/;
const INWARD =
  /intern|entrant|entrada|recibid|eingehend|wewnętrzn|входящ|вхідн|binnenkomend|inkomend|indgående|innkommende|inkommande|saapuva|příchozí|prichádzaj|bejövő|gelen|ingresso|向内|内向き|传入|내부|들어오는/i;
const OUTWARD =
  /extern|salient|saída|sortant|ausgehend|zewnętrzn|исходящ|вихідн|uitgaand|udgående|utgående|lähtevä|odchozí|odchádzaj|kimenő|giden|uscita|向外|外向き|传出|외부|나가는/i;
const LINK_WORD =
  /enlace|v[ií]nculo|lien|verknüpfung|vorgang|colleg|łącze|powiąz|link|связ|ссылк|посилан|koppeling|kobling|länk|linkki|odkaz|kapcsolat|bağlantı|legătur|链接|連結|リンク|링크|연결/i;

const keyOf = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

const englishNames = new Map<string, string>();
for (const [english, names] of Object.entries(translations))
  for (const name of names.split('|'))
    if (!englishNames.has(keyOf(name))) englishNames.set(keyOf(name), english);
const englishCustomNames = new Map(
  Object.entries(customTranslations).flatMap(([english, names]) =>
    names.split('|').map((name): [string, string] => [keyOf(name), english]),
  ),
);

/** The English name of a column of Jira; its own, without blanks around it, for one that is none in another language. */
export function englishColumn(name: string): string {
  const [, custom] = CUSTOM_FIELD.exec(name.trim()) ?? [];
  if (custom !== undefined) return `Custom field (${englishCustomNames.get(keyOf(custom)) ?? custom})`;
  const [sum = ''] = /^Σ\s*/.exec(name.trim()) ?? [];
  const known = englishNames.get(keyOf(name.trim().slice(sum.length)));
  if (known !== undefined) return sum === '' ? known : `Σ ${known}`;
  const [, words = '', type] = LINK.exec(name.trim()) ?? [];
  if (type === undefined || !LINK_WORD.test(words) || /^(?:in|out)ward issue link$/i.test(words))
    return name.trim();
  if (INWARD.test(words)) return `Inward issue link (${type})`;
  return OUTWARD.test(words) ? `Outward issue link (${type})` : name.trim();
}
