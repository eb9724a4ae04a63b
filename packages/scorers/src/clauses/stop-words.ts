/** Words that carry little meaning, in all languages, including the remains of "n't" and of elisions. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    'a an the this that these those it its he she they them we us our you your i my me is are was were be been being am do does did done has have had will would can could may might shall should must ca wo to of in on at by for from as or nor and but so then there here please any anything some yes also too very just now still',
    'der die das den dem des ein eine einen einem einer eines und oder aber sie ihr ihre ihren ihrem ihnen wir uns unser unsere ich es er ist sind war waren wird werden wurde kann können konnte muss müssen darf dürfen soll sollen hat haben habe zu zum zur von im in am an auf für bei aus als auch bitte leider ja dann noch',
    'le la les un une des du de d l et ou mais vous votre vos nous notre je il elle ils ce cette ces est sont était être a ont avez peut pouvez peuvent doit devez à au aux en dans sur pour par que qui se s y oui',
    'el los las unos una uno del al y o pero usted su sus nosotros yo él ella es son está están ser se puede pueden debe ha han hay en de para por que lo le les sí',
    'il lo gli i uno di del della dei delle al alla alle nel nella e o ma lei suo sua noi io è sono essere si può possono deve ha hanno che per da su ci sì',
    'het een en of maar u uw wij we ons ik is zijn wordt worden kan kunt kunnen moet moeten mag heeft hebben te van op aan in er ja dat die',
    'os as um uma do da dos das no na nos nas ao aos o a e ou mas você seu sua nós eu ele ela é são está ser pode podem deve foi há que para por com em de sim',
  ].flatMap((line) => line.split(' ')),
);
