using System.Diagnostics;
using DbIngest.Analysis.Publish;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Publish;

/// <summary>Lists of checksums in a folder that a stranger made.</summary>
public sealed class Sha256SumsTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>A pipe under the name of a file has no content to compare: opening it would wait for ever.</summary>
    [Fact]
    [Needs("unix")]
    public void ReadAndOf_NamedPipe_IsNeverOpened()
    {
        string pipe = Pipe("notes.md");
        File.WriteAllText(At("SHA256SUMS"), new string('0', 64) + "  notes.md\n");
        Sha256Sums.Read(_folder.Path).ShouldHaveSingleItem().State.ShouldBe(ListedFileState.Special);
        Should.Throw<ResultException>(() => Sha256Sums.Of([("notes.md", pipe)])).Message
            .ShouldStartWith($"{pipe} is a pipe, a device or a socket");

        File.Delete(At("SHA256SUMS"));
        Pipe("SHA256SUMS");
        Should.Throw<ResultException>(() => Sha256Sums.Read(_folder.Path).ToList()).Message.ShouldContain("SHA256SUMS is a pipe");
    }

    [Fact]
    [Needs("unix")]
    public void IsSpecial_PipesAndDevicesAlsoBehindLinks_AndNothingElse()
    {
        File.WriteAllText(At("file"), "text");
        File.CreateSymbolicLink(At("link"), "file");
        File.CreateSymbolicLink(At("device"), "/dev/null");
        RegularFile.IsSpecial(Pipe("pipe")).ShouldBeTrue();
        RegularFile.IsSpecial(At("device")).ShouldBeTrue();
        foreach (string name in (string[])["file", "link", "nothing", "."])
        {
            RegularFile.IsSpecial(At(name)).ShouldBeFalse(name);
        }
    }

    private string At(string name) => Path.Combine(_folder.Path, name);

    private string Pipe(string name)
    {
        using var made = Process.Start("mkfifo", [At(name)]);
        made.WaitForExit();
        return At(name);
    }
}
