"""Stored base rounds: schedules found by search, written down so that nobody searches again.

A letter is a player, four letters are a table, a line of tables is a round. Moving every player on
along cycles of the length `cycle` gives the other rounds: with 20 players and a cycle of 10, A
becomes B, J becomes A, K becomes L. Players left over when the cycles are filled stay who they are.

How they were found: for 24, 36, 40, 48, 52 and 60 players by backtracking over base blocks that
turning three ways leaves alone (difference families over Z_w x Z_3); for 32, 44 and 56 by exact
cover, with a group that multiplies along the cycles as well; the others by simulated annealing over
base rounds. What each is worth is computed, and checked by a second program, in the tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"


@dataclass(frozen=True, slots=True)
class BaseRounds:
    """Base rounds of one schedule.

    Attributes:
        players: How many; players are numbered from 0.
        cycle: The length of the cycles, which is how many rounds each base round stands for.
        rounds: The base rounds: tables of four players.
    """

    players: int
    cycle: int
    rounds: tuple[tuple[tuple[int, ...], ...], ...]


@lru_cache(maxsize=1)
def base_rounds() -> tuple[BaseRounds, ...]:
    """Everything that is stored, in ascending order of players and rounds.

    >>> base_rounds()[0]
    BaseRounds(players=8, cycle=7, rounds=(((0, 1, 3, 7), (2, 4, 5, 6)),))
    """
    entries: list[tuple[int, int, list[tuple[tuple[int, ...], ...]]]] = []
    for line in _TEXT.split("\n"):
        if line.endswith("rounds"):
            words = line.replace(",", "").split()
            entries.append((int(words[0]), int(words[3]), []))
        elif line:
            entries[-1][2].append(tuple(tuple(map(LETTERS.index, table)) for table in line.split()))
    return tuple(BaseRounds(players, cycle, tuple(rounds)) for players, cycle, rounds in entries)


_TEXT: Final = """\
8 players, cycle 7, 7 rounds
ABDH CEFG
12 players, cycle 1, 7 rounds
ADFI BCGL EHJK
ABFH CGIK DEJL
ACEI BDGJ FHKL
AJKL BCEF DGHI
AEGH BIJL CDFK
AFGJ BEIK CDHL
ABDK CHIJ EFGL
12 players, cycle 1, 8 rounds
ACEL BDFJ GHIK
ADFH BCEK GIJL
ABGK CFHJ DEIL
ACHI BFGL DEJK
AFKL BDHI CEGJ
AEFI BCDG HJKL
ABIJ CDKL EFGH
ADGJ BEHL CFIK
12 players, cycle 3, 9 rounds
ACGL BEJK DFHI
ADEK BCGH FIJL
ABFK CDEH GIJL
12 players, cycle 1, 10 rounds
AFHJ BCDG EIKL
ADFG BCIK EHJL
AEFI BGJK CDHL
ACGJ BFKL DEHI
AGIL BDEJ CFHK
ABCE DJKL FGHI
ACEK BDFL GHIJ
ABHL CDIJ EFGK
ADIK BEGH CFJL
ADHK BFIJ CEGL
12 players, cycle 11, 11 rounds
ABHK CEIL DFGJ
12 players, cycle 1, 13 rounds
ACFH BDIK EGJL
ABCE DGJK FHIL
ABHI CEKL DFGJ
AGIL BEHJ CDFK
ACDJ BGIL EFHK
AGHJ BCKL DEFI
AFHK BEJL CDGI
AEGK BDFL CHIJ
AFJL BDGH CEIK
ADEI BFJK CGHL
ABGK CDEH FIJL
ADEL BCFG HIJK
ABCJ DHKL EFGI
12 players, cycle 2, 14 rounds
ADGH BCEF IJKL
AHJL BEGI CDFK
ABDI CFGJ EHKL
AGJK BCDL EFHI
ACHI BEJK DFGL
AEGL BDHJ CFIK
ABEK CGHL DFIJ
12 players, cycle 5, 15 rounds
ACGK BEHL DFIJ
ADEH BCFJ GIKL
ACHK BFGI DEJL
20 players, cycle 1, 7 rounds
ALST BJMN CEFR DGHQ IKOP
ACDO BFHK EIJT GLNR MPQS
AENP BQRT CGKS DFIM HJLO
ABGI CHPT DJRS EKLM FNOQ
AJKQ BDLP CFMT EGOR HINS
AFLS BCJN DEHQ GMOT IKPR
AHMR BEOS CILQ DKNT FGJP
20 players, cycle 2, 8 rounds
ABNS CIMR DJKL EFGT HOPQ
ADIS BMOQ CEGN FKPT HJLR
ALOT BFIN CDHP EKQR GJMS
AGHK BDER CQST FIJO LMNP
20 players, cycle 1, 9 rounds
AFNS BDEO CGIJ HLMQ KPRT
ADFP BILQ CMST EGHR JKNO
ABJR CFQT DHIN EGKS LMOP
ACKL BMNT DGPQ EFHJ IORS
AGJM BHST CFIO DEKQ LNPR
AINQ BFKS CEMR DJLT GHOP
AHOQ BEIP CDRS FGLT JKMN
AEOT BCGN DIKM FHLR JPQS
AGIT BDJO CHKP ELNS FMQR
20 players, cycle 10, 10 rounds
ABHL CEGR DIKS FNOT JMPQ
20 players, cycle 1, 11 rounds
AJMO BILQ CFRS DKNP EGHT
ABHN COQT DEMP FJLR GIKS
ADFH BCJK EMQS GLNT IOPR
AKPS BDFO CELT GHMR IJNQ
ALOQ BCDG EIKR FMNS HJPT
ACEL BFIM DJST GOPR HKNQ
ADIT BHQR CGMP EFJK LNOS
AFGQ BENP CHIS DJLR KMOT
ABES CHJO DGKQ FILP MNRT
ACNR BGJS DEIO FPQT HKLM
AGIJ BKRT CDMQ EFNO HLPS
20 players, cycle 4, 12 rounds
AILO BJKS CDGN EHQR FMPT
AMNR BCHL DKPS EJQT FGIO
AEGK BDRT CFNP HIMS JLOQ
20 players, cycle 1, 13 rounds
AIPR BEMO CGQT DHKS FJLN
AELT BJMS CFNP DHQR GIKO
AERS BFIQ CKNT DGMO HJLP
AHNP BFST CGJR DLOQ EIKM
AGIT BCLO DKPS EJNQ FHMR
ALMT BHJQ CDIP EGNS FKOR
ADJM BINQ CEKR FHOT GLPS
ABKN CJOR DFLS EGPQ HIMT
AHNO BGLR CMQS DEFI JKPT
AFGJ BEOP CHIS DNRT KLMQ
AOQS BGHK CFMP DEJT ILNR
AFKQ BPRT CEHL DGMN IJOS
ABCD EFGH IJKL MNOP QRST
20 players, cycle 2, 14 rounds
AIJN BQRS CDFL EGHM KOPT
ACHS BFNR DJKQ EIPT GLMO
AHPR BDFM CGKS EIOQ JLNT
ABEP CFKQ DHIO GJRT LMNS
AKLO BCHJ DNPQ EFGS IMRT
ADJM BHKR COQT EGNS FILP
ACST BEJL DHNO FMPQ GIKR
20 players, cycle 5, 15 rounds
ADPT BFLN CJKS EGHR IMOQ
AEFR BCHO DGPS IJNT KLMQ
ACLM BKPR DEHO FINQ GJST
20 players, cycle 19, 19 rounds
AIRT BJNO CHQS DEGK FLMP
24 players, cycle 7, 7 rounds
APQS BCEH DMUX FNRW GKTV IJLO
24 players, cycle 3, 9 rounds
ANOS BDKV CFGT EJPR HIMX LQUW
AEKT BHNR CQVX DFMW GLPS IJOU
ABNP CFHK DGOR EQSU ITWX JLMV
24 players, cycle 2, 10 rounds
AFNQ BCJL DGMU EPTX HIRW KOSV
AJKT BDQU CGNW EFIM HPSV LORX
AELW BHQT CDFO GIJP KRUV MNSX
ACJU BNOP DRST EVWX FGHL IKMQ
ABGW CITX DKLN EHSU FPQR JMOV
24 players, cycle 1, 11 rounds
AFGM BCSW DEQX HKNP ILOV JRTU
AGPV BDHO CIMU EFNW JLSX KQRT
AEHS BFIP CKLQ DRUW GNTX JMOV
AQTU BERV CJKW DGIL FHMX NOPS
AIKO BCDT EJNQ FSUV GHMW LPRX
ADJP BKMX CHNV EITW FLOU GQRS
ACOX BKLN DEFJ GRSW HIQU MPTV
ALTW BJUX CNQV DIMS EGKO FHPR
ACFR BLMQ DOST EKPU GIJN HVWX
ADNU BGHJ CELM FKST IRVX OPQW
ABES CGPU DKVW FIQX HJLT MNOR
24 players, cycle 12, 12 rounds
AKTU BGMS CLPX DFJN EHIW OQRV
24 players, cycle 1, 13 rounds
AFIW BKPQ CELM DORU GNTV HJSX
APSV BGJX CLMR DFIN EKTU HOQW
AGJO BMTW CHKU DINS EPRX FLQV
AJOT BHKP CNQX DELV FMSU GIRW
AGLN BFRU CKSW DHPX EIOQ JMTV
AEMU BHIO CGSV DLTX FJPR KNQW
AIQU BFNV CEJP DHTW GKMS LORX
AEQX BJRV CGOW DFKM HLNT IPSU
AHLS BGMX CIPV DJQU ENRW FKOT
AKRV BEIT CHNU DJMW FOSX GLPQ
AKNX BLSW CFJQ DEOV GPTU HIMR
AFPW BLOU CITX DGKR EJNS HMQV
ABCD EFGH IJKL MNOP QRST UVWX
24 players, cycle 1, 14 rounds
AFIW BKPQ CELM DORU GNTV HJSX
APSV BGJX CLMR DFIN EKTU HOQW
AGJO BMTW CHKU DINS EPRX FLQV
AJOT BHKP CNQX DELV FMSU GIRW
AGLN BFRU CKSW DHPX EIOQ JMTV
AEMU BHIO CGSV DLTX FJPR KNQW
AIQU BFNV CEJP DHTW GKMS LORX
AEQX BJRV CGOW DFKM HLNT IPSU
AHLS BGMX CIPV DJQU ENRW FKOT
AKRV BEIT CHNU DJMW FOSX GLPQ
AKNX BLSW CFJQ DEOV GPTU HIMR
AFPW BLOU CITX DGKR EJNS HMQV
ABCD EFGH IJKL MNOP QRST UVWX
ABCD EFGH IJKL MNOP QRST UVWX
24 players, cycle 3, 15 rounds
AFGJ BPWX COQS DENR HLTV IKMU
ACFP BSTX DJOV EGQW HIMN KLRU
AEIO BFLV CJMX DGTU HKPW NQRS
ADIX BCOU EHSV FJKN GQTW LMPR
AGHP BIJR CKNT DLSW EFQU MOVX
24 players, cycle 23, 23 rounds
AJNV BFKQ CPSX DRTU ELOW GHIM
28 players, cycle 9, 9 rounds
AMYZ BGOT CDFW EJLS HNQR IKUb PVXa
32 players, cycle 5, 10 rounds
ABTc CNWX DFHV ELZe GKOb IRUf JQad MPSY
AKZf BEQX CHIa DGMT FPUe JLOW NRSd VYbc
32 players, cycle 1, 13 rounds
AOWZ BJTe CGXf DFRa ELPb HIMV KSYc NQUd
AGSb BPXa CKQf DHUc EJNW FIMY LTZd ORVe
AEVd BHTY CMUb DLRc FKOX GJNZ IQae PSWf
AISd BFWe CEQZ DNVY GLPU HKOa JRbf MTXc
AGKa BMRW CFPc DIZe ENTb HJXd LOSV QUYf
AJaf BHLb CNSX DGMd EKUe FOQY IPTW RVZc
AHNe BKbc CEIY DOTU FLVf GPRZ JMQX SWad
APQV BEOf CLYd DFJZ GIWc HMSa KNRU TXbe
AFTU BMSZ CJVb DHPf EKRd GXYe INOc LQWa
AEMc BGQV CNTa DKWY FLSe HUZf IRXb JOPd
ALXZ BFNd CHRW DOQb EVac GITf JSUY KMPe
APRY BIUa CGOe DESX FWbd HJQc KTVZ LMNf
ABCD EFGH IJKL MNOP QRST UVWX YZab cdef
32 players, cycle 2, 14 rounds
AIQR BMNU CDVc EKYZ FGJa HLPX Obdf STWe
ABPf CLRT DGIS EQUc FJKW HOVX MZab NYde
AGVY BFKf CIZd DTbe ENPS HOWa JLQU MRXc
ADTa BRSY CNWX EJOZ FIMe GHdf KLUc PQVb
ACKN BIac DOPZ EFQT GXYf HMSd JUVe LRWb
ADHR BXZd CFbc EVWa GLNO IJPS KTUY MQef
ASUX BEKb COQe DFHN GRZa ILWf JMVY PTcd
32 players, cycle 1, 15 rounds
ABRZ CJLW DGMV EOQe FHTa IUcd KSXb NPYf
AMXb BJQZ CGPa DFIY EHTd KRVf LSce NOUW
AOYa BPXc CMQd DNRS ELTf FVZe GUWb HIJK
ADEd BGJY CFKL HPUX ISTW MVac NRbe OQZf
AGTX BMOS CIRa DEJP FNQV HWZc KUYd Lbef
AGNc BFSU COYZ DQTV EKMW HIbf JXae LPRd
AJMc BOVd CGSf DFPb EIUa HQRW KNTe LXYZ
ACFI Bade DNWZ EPSc GKQR HJUV LMYb OTXf
ACTe BDLa ERUZ FWcf GINX HMOd JSVb KPQY
AWef BDTb CMPU EIJZ FRXd GKLO HVYc NQSa
ABEK CVZb DOWX FMaf GHPS IRTc JLNd QUYe
ASZf BKPW CEVX DGHe FJOR IMNY LTUa Qbcd
ALPV BCHN DKUf EMRe FGZd IQWX JSTY Oabc
AQSU BILV CDKc ENOb FHXe GJdf MPTZ RWYa
AHLQ BCcf DJMX EFGY IOPe KNZa RTUb SVWd
36 players, cycle 11, 11 rounds
AEXc BGLP CDFU HTgj IVdi JYZb KSeh MRWa NOQf
36 players, cycle 7, 14 rounds
AZbi BFTd CIaj DKLQ EJNR GWcg HUfh MOVe PSXY
ARTf BDWh CGKY EFIU HJVd LSgj Mbci NQXa OPZe
36 players, cycle 5, 15 rounds
Acgj BPQb CNeh DMTY EIXd FHVZ GLRf JKai OSUW
AFMW BDEH CPah GKSj ILRi JTcd NOXe QVfg UYZb
AIVe BLOc CJUj DTag EQSY FGdi HNPW KXfh MRZb
40 players, cycle 13, 13 rounds
ANan BMfi CLdk DKPY EJgh FIOZ GHRW QXcl SVbm TUej
44 players, cycle 7, 14 rounds
ANPU BZjp CFco DRWX EQdq GJLi HKSl IVae Mbmr OYfg Thkn
AFJd BCYm DKLj EOUW GRhr HTXa IZlq MPSo Nbeg Qcfn Vikp
48 players, cycle 15, 15 rounds
ADIq BCdn EGKj FTVZ Harv JQRs Lclu MPSX NWpt OYfg Uiko behm
52 players, cycle 17, 17 rounds
ARiz Bavy CELn DXdp FTVc GMYl HUou Iswx Jehj KOPZ NQSr Wkmt bfgq
56 players, cycle 9, 18 rounds
AENs Bdtu CSTc DFPp Gjw1 HWl3 IVah JQZy Kix2 LMYv Oegq Rbfo Umnz Xkr0
Alrw BCgz DJux EHMS FYcd GNRm IUp2 KQVb Lhos Ojv3 PXZ1 TWek aqy0 fint
60 players, cycle 19, 19 rounds
ANPY BCXj DMe4 EQno Fmz1 GJOu Hkw7 IZch Ka35 Llpy Rdt6 SWfx Tgir UVq2 bsv0
"""
