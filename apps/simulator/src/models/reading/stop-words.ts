/** Words that say nothing about a topic: grammar, politeness, and the words of every talk with a service. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    // English grammar
    `a an the and or but so than then that this these those there here it its is are was were be been being am do does did done
    have has had having will would can could may might must shall should not no yes nor if when while as at by for from in into of
    off on onto out over per to too under up upon with within without about after again all also any because before both each
    either else ever every few how however i me my mine myself we us our ours you your yours yourself he him his she her hers they
    them their one ones only other own same some such very just still already yet now ago soon once what which who whom whose why
    where until during between more most much many less least even ll ve re don doesn didn isn wasn aren won wouldn couldn
    can t s d m o`,
    // English service talk
    `actually rather instead well okay ok right sure fine good great nice kind kindly please thank thanks hello hi hey bye goodbye
    dear sorry unfortunately welcome help helped want wants wanted need needs needed like likes would wish try trying get gets got
    give gives given let lets make makes made take takes know knows tell told say says said ask asks asked see look looking check
    find found think mean look going go goes come comes came back thing things something anything nothing everything someone
    somebody anybody person people colleague manager team staff way ways time moment today tomorrow question questions problem
    issue matter request detail details information info message answer reply possible able really maybe perhaps simply
    quite bit lot exactly certainly course happy glad use used using work works working send sent forward confirm confirmed
    speak talk talking supervisor human agent advisor complaint frustrating frustrated ridiculous annoying understand explain option
    options step steps proceed quick quickly urgent urgently possible process happen happens happened available interested
    status system soon hear heard call wait waiting keep keeps long new number follow email mail phone contact else day`,
    // German
    `der die das den dem des ein eine einen einem einer eines und oder aber denn dass daß ob wenn als wie was wer wo wann warum welche
    welcher welches welchen ich mich mir mein meine meinen meinem meiner du dich dir dein er sie es ihn ihm ihr ihre ihren ihrem
    ihrer wir uns unser unsere euch man sich ist sind war waren bin bist sein seid wird werden wurde wurden worden habe haben hat
    hast hatte hatten kann können könnten könnte soll sollen sollte muss müssen darf dürfen möchte möchten will wollen mag würde
    würden nicht kein keine keinen keinem nein ja doch nur noch schon auch sehr so da dann dort hier jetzt nun mal bitte danke
    dank vielen herzlichen guten tag hallo wiedersehen wiederhören tschüss im in ins an am auf aus bei beim bis für gegen mit nach
    ohne über um unter von vom vor zu zum zur zwischen etwas nichts alles mehr viel gern gerne lassen lasse brauche brauchen
    bekommen erhalten geben gibt sagen nennen wissen helfen hilfe frage anliegen neue neuen neues ganz`,
    // French, Spanish, Italian
    `le la les un une des du de au aux et ou mais donc que qui quoi dont ne pas plus je tu il elle nous vous ils elles mon ma mes
    votre vos notre nos ce cet cette ces est sont suis ai as avez ont été être avoir pour par sur sous dans avec sans chez merci
    beaucoup bonjour revoir plaît voudrais veux pouvez bien sûr el los las una unos unas y o pero no sí yo usted mi mis su sus es
    son he ha han para por con sin en gracias hola adiós quiero quisiera favor lo gli uno e non io mio mia per di da che vorrei
    grazie ciao`,
  ]
    .join(' ')
    .split(/\s+/),
);
