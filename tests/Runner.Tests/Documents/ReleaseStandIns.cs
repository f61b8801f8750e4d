using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Documents;

/// <summary>
/// Programs that the script of a release calls, first on the PATH of a folder: each writes down its arguments and makes the file
/// that the real program makes. <see cref="ReleaseScriptTests"/> and <see cref="ReleaseSbomTests"/> use them. Variables of the
/// folder steer them: FAILS names the step that fails, ENGINE is the exit code of <c>podman info</c> and <c>docker info</c>, and
/// REAL is a <c>dotnet</c> that does everything but pack and publish.
/// </summary>
internal sealed class ReleaseStandIns
{
    private const string Sdk = """
        #!/bin/sh
        echo "$*" >> "$SAID"
        if [ "$1" = "$FAILS" ]; then echo "no $1 today" >&2; exit 1; fi
        version=1.2.3
        if [ -n "$REAL" ]; then
          case $1 in pack | publish) version=$("$REAL" msbuild Runner -getProperty:Version) ;; *) exec "$REAL" "$@" ;; esac
        fi
        verb=$1 out=. before=
        for word; do
          case $before in -o | --tool-path) out=$word ;; esac
          before=$word
        done
        mkdir -p "$out"
        case $verb in
          msbuild) echo "$version" ;;
          tool) cp "$0-cyclonedx" "$out/dotnet-CycloneDX" ;;
          pack) printf "${FAILS#empty}" > "$out/dbingest.$version.nupkg" ;;
          publish) sed "s/1[.]2[.]3/$version/" "$0-program" > "$out/dbingest" && chmod +x "$out/dbingest" ;;
        esac
        """;

    private const string CycloneDx = """
        #!/bin/sh
        echo "sbom $*" >> "$SAID"
        if [ "$FAILS" = sbom ]; then echo "no sbom today" >&2; exit 1; fi
        while [ $# -gt 1 ]; do
          case $1 in --output) folder=$2 ;; --filename) file=$2 ;; --set-version) version=$2 ;; esac
          shift
        done
        printf '{ "metadata": { "component": { "version": "%s" } } }\n' "$version" > "$folder/$file"
        """;

    /// <summary>The archive's program must start where DOTNET_ROOT holds no runtime.</summary>
    private const string Program = """
        #!/bin/sh
        if [ "$FAILS" = program ] || [ ! -d "$DOTNET_ROOT" ] || [ -n "$(ls -A "$DOTNET_ROOT")" ]; then
          echo "no program today" >&2
          exit 131
        fi
        echo "dbingest 1.2.3+commit"
        """;

    private const string Engine = """
        #!/bin/sh
        echo "podman $*" >> "$SAID"
        case $1 in
          info) exit "$ENGINE" ;;
          build) if [ "$FAILS" = podman ]; then echo "no podman today" >&2; exit 125; fi ;;
          save) echo image ;;
        esac
        """;

    private readonly CommandFolder _folder;

    /// <summary>Puts them into the folder <c>bin</c>.</summary>
    /// <param name="folder">Where the script is called.</param>
    public ReleaseStandIns(CommandFolder folder)
    {
        _folder = folder;
        Directory.CreateDirectory(folder.File("bin"));
        Write("dotnet", Sdk);
        Write("dotnet-cyclonedx", CycloneDx);
        Write("dotnet-program", Program);
        Write("podman", Engine);
        Write("docker", Engine);
        Write("uname", "#!/bin/sh\necho x86_64");
        folder.Shell("chmod +x bin/*").ExitCode.ShouldBe(0);
        folder.With("PATH", $"{folder.File("bin")}:{Environment.GetEnvironmentVariable("PATH")}")
            .With("SAID", folder.File("said")).With("FAILS", "nothing").With("ENGINE", "1");
    }

    /// <summary>The arguments of all calls so far, a line each; those of CycloneDX begin with <c>sbom</c>.</summary>
    public IReadOnlyList<string> Said => File.Exists(_folder.File("said")) ? File.ReadAllLines(_folder.File("said")) : [];

    private void Write(string name, string script) =>
        File.WriteAllText(_folder.File($"bin/{name}"), script.ReplaceLineEndings("\n") + "\n");
}
