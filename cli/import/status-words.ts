import type { StatusCategory } from '../../shared/kernel/core/status-category.ts';

/** Words for a status by what they usually mean, without spaces and signs; first those of English. */
export const statusWords: Readonly<Record<StatusCategory, string>> = {
  backlog: `draft deferred icebox idea later postponed proposed someday triage
    ideen zurückgestellt idées ideas ideias idee отложено ideje fikirler 아이디어 アイデア`,
  unstarted: `todo open new planned ready accepted approved notstarted selected
    zuerledigen zutun offen neu geplant bereit nichtbegonnen
    àfaire afaire ouvert ouverte nouveau nouvelle planifié planifiée noncommencé
    porhacer tareasporhacer abierto abierta pendiente nuevo nueva planificado sinempezar
    afazer parafazer tarefaspendentes itenspendentes pendente aberto aberta novo nova planejado nãoiniciado
    dafare dacompletare aperto aperta nuovo nuova pianificato
    dozrobienia otwarte otwarty nowe nowy zaplanowane tedoen openstaand nieuw gepland
    сделать надосделать квыполнению открыт открыта открыто новый новая новое запланировано кработе
    доробити зробити довиконання відкрито новий нове kudělání udělat otevřeno otevřený nový nové
    urobiť otvorené nezahájené tennivaló teendő nyitott új yapılacaklar yapılacak açık yeni
    defăcut deschis nou opgaver tildo åben ny ikkestartet gjøremål åpen attgöra öppen
    tehtävä tehtävät avoin uusi 待办 待办事项 待辦事項 待处理 待處理 打开 开放 開啟 新建 未开始 未開始
    未着手 未対応 オープン 新規 やること 作業待ち 할일 열림 해야할일 시작전 미완료
    việccầnlàm cầnlàm mở ต้องทำ สิ่งที่ต้องทำ`,
  started: `inprogress progress active doing wip inreview review provisional indevelopment testing blocked reopened
    inarbeit inbearbeitung wirdbearbeitet inprüfung begonnen imtest gestartet
    encours enrevue entest entests encoursdedéveloppement commencé commencée
    encurso enprogreso enproceso enrevisión enpruebas haciendo endesarrollo
    emandamento emprogresso emrevisão fazendo emdesenvolvimento emteste emtestes
    incorso inlavorazione inrevisione wtoku wtrakcie wtrakcierealizacji wrealizacji testowanie
    inuitvoering bezig inbehandeling вработе впроцессе впрогрессе выполняется натестировании
    вроботі упроцесі впроцесі виконується probíhá vprůběhu vřešení rozpracováno prebieha vpriebehu
    folyamatban devamediyor devameden sürüyor încurs înlucru încursdedesfășurare
    igang igangværende undervejs pågår underarbeid pågående työnalla kesken käynnissä
    进行中 正在进行 处理中 處理中 進行中 开发中 開發中 测试中 測試中 作業中 対応中 処理中 レビュー中 진행중 진행
    đangtiếnhành đangthựchiện đanglàm กำลังดำเนินการ`,
  completed: `done complete closed final finished fixed implemented merged released resolved shipped
    fertig erledigt geschlossen abgeschlossen behoben gelöst umgesetzt
    terminé terminée fait faite fermé fermée résolu résolue clos livré
    finalizada finalizado listo lista hecho hecha cerrado cerrada resuelto resuelta terminado terminada
    completado completada concluído concluída concluido concluida feito fechado fechada resolvido resolvida
    itensconcluídos pronto completato completata fatto chiuso chiusa risolto risolta
    gotowe zrobione zamknięte zamknięty rozwiązane rozwiązany zakończone ukończone
    gereed klaar voltooid gesloten opgelost afgerond
    готово закрыт закрыта закрыто решен решён решена решено выполнен выполнено завершено сделано
    закрито виконано вирішено завершено зроблено hotovo uzavřeno zavřeno vyřešeno dokončeno
    uzavreté vyriešené dokončené kész lezárt lezárva megoldott megoldva befejezett
    tamamlandı tamam bitti kapalı kapatıldı çözüldü finalizat închis rezolvat gata terminat
    udført færdig lukket løst afsluttet ferdig fullført klar klart stängd löst slutförd
    valmis suljettu ratkaistu tehty 完成 已完成 关闭 已关闭 關閉 已關閉 解决 已解决 已解決
    完了 クローズ クローズ済み 解決 解決済み 終了 완료 완료됨 닫힘 해결됨 종료
    hoànthành hoàntất đãxong đóng เสร็จสิ้น เสร็จแล้ว`,
  cancelled: `canceled abandoned declined dropped duplicate invalid obsolete rejected superseded withdrawn wontdo wontfix
    cannotreproduce notabug abgebrochen abgelehnt verworfen storniert duplikat wirdnichterledigt
    annulé annulée abandonné abandonnée rejeté rejetée refusé doublon neserapasfait
    cancelado cancelada rechazado rechazada descartado descartada duplicado duplicada nosehará
    rejeitado rejeitada nãoseráfeito annullato annullata rifiutato duplicato nonverràcompletato
    anulowane anulowano odrzucone odrzucono geannuleerd afgewezen vervallen duplicaat
    отменено отменен отменён отменена отклонено отклонен отклонён дубликат небудетсделано
    скасовано відхилено дублікат zrušeno zamítnuto duplicitní zrušené zamietnuté elutasítva visszavonva
    iptal iptaledildi reddedildi anulat respins annulleret afvist kansellert avbrutt avvist
    avbruten avvisad peruttu hylätty 已取消 取消 拒绝 已拒绝 已拒絕 不予处理 重复 キャンセル 却下 中止 重複
    취소 취소됨 거절 중복 đãhủy hủybỏ ยกเลิก`,
};
