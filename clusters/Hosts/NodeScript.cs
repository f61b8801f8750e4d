namespace DbIngest.Clusters.Hosts;

/// <summary>
/// Holds the POSIX shell script that <see cref="NodeFolder"/> runs on a node's machine to create, start, stop and delete the
/// node. Its arguments are a verb, the folder, the deployment's id and those of the verb. It finds processes in <c>/proc</c>,
/// so it needs Linux. Exit code 3 means that the script refuses. It may run as root beside other accounts' processes, so it
/// writes only where no other account can place a link.
/// </summary>
internal static class NodeScript
{
    /// <summary>The script.</summary>
    /// <remarks>A process is the node's only if its command line names the folder: process ids are reused.</remarks>
    public const string Text =
        """
        verb=$1 folder=${2%/} id=$3; shift 3
        umask 077
        refuse() { printf '%s\n' "$1" >&2; exit 3; }
        owner() { ls -ldn "$1" | { read -r _ _ uid _; printf '%s' "$uid"; }; }
        mode() { ls -ldn "$1" | { read -r bits _; printf '%s' "$bits"; }; }
        # What others own, or write in, may become a link between two looks.
        trust() {
          uid=$(owner "$1")
          [ "$uid" = "$(id -u)" ] || { [ "$uid" = 0 ] && [ "$1" != "$folder" ]; } \
            || refuse "$1 belongs to user $uid, who can put links there; name another folder, or look for links in it and then run: chown -h $(id -u) '$1'"
          case $1 in "$folder" | "$parent") ;; *) return 0 ;; esac
          [ ! -L "$1" ] || refuse "$1 is a link, which is not followed; name the folder that it leads to"
          case $(mode "$1") in
          ?????w???[tT]* | ????????w[tT]*) [ "$1" = "$folder" ] || return 0 ;;
          ?????w* | ????????w*) ;;
          *) return 0 ;;
          esac
          refuse "others than its owner can write in $1; name another folder, or run: chmod go-w '$1'"
        }
        # Each folder on the way is looked at before the next one is made in it.
        safe() {
          parent=$(dirname "$folder") place=''
          set -f; IFS=/; set -- $folder; unset IFS; set +f
          for part; do
            [ -n "$part" ] || continue
            place=$place/$part
            if [ -n "$makes" ] && [ ! -e "$place" ] && [ ! -L "$place" ]; then
              # Nodes that are made side by side share the folders above theirs: another may have been first.
              (umask 022; mkdir "$place" 2>/dev/null || [ -d "$place" ] || mkdir "$place") || exit 1
            fi
            trust "$place"
          done
        }
        owned() { [ ! -L "$folder" ] && [ "$(cat "$folder/deployment" 2>/dev/null)" = "$id" ]; }
        mine() { owned || refuse "$folder is not this deployment's"; makes=''; safe; }
        # Not that of another node, whose name begins with this one's.
        names() { case "$(tr '\0' ' ' 2>/dev/null <"/proc/$1/cmdline") " in *"$folder"[!A-Za-z0-9._-]*) ;; *) return 1 ;; esac; }
        running() { pid=$(cat "$folder/pid" 2>/dev/null) && [ -n "$pid" ] && [ -e "/proc/$pid/cmdline" ] && names "$pid"; }
        family() { echo "$1"; for child in $(cat "/proc/$1/task/"*/children 2>/dev/null); do family "$child"; done; }
        # A process that has given up its memory, and with it its command line, may still hold its port and files.
        alive() { for p; do grep -qs '^State:.[^XZ]' "/proc/$p/task/"*/status && return 0; done; return 1; }
        await() {
          n=0
          while alive "$@"; do
            n=$((n + 1)); sleep 0.05
            [ $n -lt 600 ] || refuse "process $1 does not end, perhaps because its disk hangs; restart the machine if it stays"
          done
        }
        # Seconds since the start of the machine: a clock that is set would end a wait at once, or never.
        now() { cut -d . -f 1 /proc/uptime; }
        end() { all=$(family "$1"); kill -KILL $all 2>/dev/null; await $all; }
        case $verb in
        state)
          if [ -L "$folder" ]; then echo state=link
          elif [ ! -d "$folder" ]; then echo state=absent
          elif ! content=$(ls -A "$folder"); then exit 3
          elif [ -z "$content" ]; then echo state=absent
          elif ! owned; then echo state=foreign
          elif running; then echo state=running; echo "pid=$pid"
          else echo state=stopped; fi
          if owned; then echo "used_kb=$(du -sk "$folder" 2>/dev/null | cut -f 1)"; fi
          place=$folder; while [ ! -d "$place" ]; do place=$(dirname "$place"); done
          # The name of a share or data set may have blanks. Behind it are blocks, used, free and percent.
          set -- $(df -Pk "$place" | tail -n 1); device=$1; shift
          while [ $# -gt 4 ]; do case $4 in *%) break ;; esac; device="$device $1"; shift; done
          echo "device=$device"; echo "free_kb=$3" ;;
        make)
          makes=yes; safe
          # Written once: a full disk would leave the file empty, and the folder without its mark.
          if ! owned; then
            [ -z "$(ls -A "$folder")" ] || refuse "$folder holds something else"
            printf '%s\n' "$id" >"$folder/deployment" || exit 1
          fi
          chmod 700 "$folder" || exit 1
          for name; do mkdir -p "$folder/$name" || exit 1; done ;;
        write)
          mine
          mkdir -p "$(dirname "$folder/$2")"
          cat >"$folder/$2.new" && chmod "$1" "$folder/$2.new" && mv "$folder/$2.new" "$folder/$2" ;;
        holds) [ "$(cat; echo .)" = "$(cat "$folder/$1" && echo .)" ] ;;
        reset)
          mine
          pid=$(cat "$folder/initialising" 2>/dev/null) && [ -n "$pid" ] && names "$pid" && end "$pid"
          for f in "$folder"/*; do case ${f##*/} in deployment|home) ;; *) rm -rf -- "$f" ;; esac; done ;;
        step)
          mine
          cd "$folder" && echo $$ >initialising && "$@"; code=$?
          rm -f "$folder/initialising"; exit $code ;;
        unpack)
          mine
          umask 022
          rm -rf "$folder/home.new" && mkdir "$folder/home.new" && tar "-x$1" -f - -C "$folder/home.new" --strip-components=1 \
            && mv "$folder/home.new" "$folder/home" ;;
        has) [ -e "$folder/$1" ] ;;
        run) cd "$folder" && exec "$@" ;;
        start)
          mine
          running && exit 0
          script=$1; shift
          sh -c "$script" sh "$folder" "$@" </dev/null >/dev/null 2>&1 & ;;
        stop)
          owned || refuse "$folder is not this deployment's"
          if running; then
            kill -CONT "$pid"; kill "-$1" "$pid"
            n=0 until=$(($(now) + $2))
            while running && [ "$(now)" -lt "$until" ]; do n=$((n + 1)); if [ $n -lt 40 ]; then sleep 0.05; else sleep 0.5; fi; done
            if running; then end "$pid"; echo killed; else await "$pid"; echo ended; fi
          else echo idle; fi
          for g in $(cat "$folder/groups" 2>/dev/null); do [ -d "$g" ] && rmdir "$g"; done
          rm -f "$folder/pid" "$folder/groups" ;;
        tail) for name; do if [ -e "$folder/$name" ]; then grep -E 'ERROR|FATAL|Exception' "$folder/$name" | head -n 3; tail -n 4 "$folder/$name"; fi; done ;;
        remove)
          [ ! -L "$folder" ] || refuse "$folder is a link, which this deployment did not make; remove by hand what it leads to, and the link"
          [ -e "$folder" ] || exit 0
          owned || refuse "$folder is not this deployment's"
          running && refuse "the node still runs"
          # The mark goes last: by it an interrupted removal goes on.
          for f in "$folder"/*; do [ "$f" = "$folder/deployment" ] || rm -rf -- "$f" || exit 1; done
          rm -rf -- "$folder" || exit 1
          rmdir "$(dirname "$folder")" 2>/dev/null || : ;;
        esac
        """;
}
