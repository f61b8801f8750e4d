using System.Diagnostics;
using DbIngest.Clusters.Runs;

namespace DbIngest.Clusters.Tests.Runs;

/// <summary>What removes a run's container, by an engine that is a script: it hangs where a test says so.</summary>
public sealed class ContainerGuardTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-guard-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>It takes 2 s: the limit of the command that hangs, and the guard's pause before it tries again.</summary>
    [Fact]
    public void Dispose_EngineHangsInOneCommand_RemovesAllTheSame()
    {
        string calls = Path.Combine(_folder, "calls");
        File.WriteAllText(Path.Combine(_folder, "container"), string.Empty);
        string engine = Engine(
            $"""
            echo "$*" >>{calls}
            case "$1" in
              kill) [ -e {_folder}/hung ] || exec sh -c 'touch {_folder}/hung; exec sleep 600' ;;
              rm) rm -f {_folder}/container ;;
              container) test -e {_folder}/container ;;
              volume) [ "$2" != inspect ] ;;
            esac
            """);

        long begun = Stopwatch.GetTimestamp();
        new ContainerGuard(engine, "one", limitS: 1).Dispose();

        Stopwatch.GetElapsedTime(begun).ShouldBeLessThan(TimeSpan.FromSeconds(50));
        File.Exists(Path.Combine(_folder, "container")).ShouldBeFalse();
        File.ReadAllLines(calls).ShouldContain("rm --force --volumes one");
    }

    /// <summary>An engine that does not answer has not said that the container is gone: the guard asks again.</summary>
    [Fact]
    public void Dispose_EngineHangsWhenItIsAsked_IsAskedAgain()
    {
        string calls = Path.Combine(_folder, "calls");
        string engine = Engine(
            $"""
            echo "$*" >>{calls}
            if [ "$2" = inspect ] && [ ! -e {_folder}/hung ]; then touch {_folder}/hung; exec sleep 600; fi
            [ "$2" != inspect ]
            """);

        new ContainerGuard(engine, "one", limitS: 1).Dispose();

        File.ReadAllLines(calls).Count(call => call == "container inspect one").ShouldBe(2);
    }

    private string Engine(string script)
    {
        string file = Path.Combine(_folder, "engine");
        File.WriteAllText(file, "#!/bin/sh\n" + script + "\n");
        File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        return file;
    }
}
