using System.Security.Cryptography;
using DbIngest.Analysis.Publish;
using DbIngest.Analysis.Tests.Report;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Publish;

/// <summary>A result folder may come from a stranger, with links to private files of who copies it.</summary>
public sealed class ResultLinksTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public ResultLinksTests() => Directory.CreateDirectory(In("lab/results/a"));

    private string Result => In("lab/results/a");

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("../../../private")]
    [InlineData("up/../private")]
    [InlineData("chain")]
    [InlineData("../../.git/objects/private")]
    [InlineData("nothing")]
    [InlineData("trials.jsonl")]
    [InlineData("..")]
    public void Check_LinkThatLeadsElsewhere_IsRefusedByName(string target)
    {
        Directory.CreateDirectory(In("lab/.git/objects"));
        File.WriteAllText(In("private"), "a key");
        File.WriteAllText(In("lab/.git/objects/private"), "a key");

        // By its text alone, up/../private is a file of the folder.
        Directory.CreateDirectory(In("lab/deep"));
        File.WriteAllText(In("lab/private"), "a key");
        File.WriteAllText(Path.Combine(Result, "private"), "no key");
        Link("up", In("lab/deep"));
        Link("chain", In("private"));
        Link("trials.jsonl", target);
        Should.Throw<ResultException>(() => Check("trials.jsonl")).Message
            .ShouldStartWith($"{Result}: trials.jsonl leads to ");
    }

    [Fact]
    public void Check_FileBehindALinkToAFolder_IsRefused()
    {
        Directory.CreateDirectory(In("elsewhere"));
        File.WriteAllText(In("elsewhere/a.svg"), "private");
        Link("figures", In("elsewhere"));
        Should.Throw<ResultException>(() => Check("figures/a.svg")).Message.ShouldContain("a.svg leads to ");
        Should.Throw<ResultException>(() => Check("figures")).Message.ShouldContain("figures leads to ");
    }

    /// <summary>git-annex keeps each file as a link to an object in its repository.</summary>
    [Fact]
    public void Check_ObjectOfGitAnnex_IsFollowed()
    {
        Directory.CreateDirectory(In("lab/.git/annex/objects/Xk/0p/KEY"));
        File.WriteAllText(In("lab/.git/annex/objects/Xk/0p/KEY/KEY"), "{}\n");
        Link("trials.jsonl", "../../.git/annex/objects/Xk/0p/KEY/KEY");
        Should.NotThrow(() => Check("trials.jsonl"));
    }

    /// <summary>A stranger's repository may say that its objects are the user's files.</summary>
    [Fact]
    public void Check_ObjectsThatAreALinkThemselves_AreRefused()
    {
        Directory.CreateDirectory(In("lab/.git/annex"));
        Directory.CreateDirectory(In("home"));
        File.WriteAllText(In("home/key"), "a key");
        File.CreateSymbolicLink(In("lab/.git/annex/objects"), In("home"));
        Link("trials.jsonl", "../../.git/annex/objects/key");
        Should.Throw<ResultException>(() => Check("trials.jsonl"));
    }

    [Fact]
    public void Check_FileWhoseChecksumIsStated_IsFollowed()
    {
        File.WriteAllText(In("shared.jsonl"), "{}\n");
        Link("trials.jsonl", In("shared.jsonl"));
        string checksum = Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(In("shared.jsonl"))));
        File.WriteAllText(Path.Combine(Result, "SHA256SUMS"), $"{checksum}  trials.jsonl\n");
        Should.NotThrow(() => Check("trials.jsonl"));

        File.AppendAllText(In("shared.jsonl"), "{}\n");
        Should.Throw<ResultException>(() => Check("trials.jsonl"));
    }

    [Fact]
    public void Check_FileOfTheFolder_IsFollowed()
    {
        File.WriteAllText(Path.Combine(Result, "first.jsonl"), "{}\n");
        Link("trials.jsonl", "first.jsonl");
        File.CreateSymbolicLink(In("short"), Result);
        Should.NotThrow(() => Check("trials.jsonl", "first.jsonl", "missing.txt"));
        Should.NotThrow(() => ResultLinks.Check(In("short"), [In("short/trials.jsonl")]));
    }

    [Fact]
    public void Publish_SignatureThatIsALinkToAKey_IsRefusedAndNothingWritten()
    {
        File.WriteAllText(In("key"), "a key");
        Link("SHA256SUMS.sig", In("key"));
        var result = new PublishedResult(Result, "a", Reported.Of(Reported.Sweep), "not signed");
        Should.Throw<ResultException>(() => PublishFiles.Write(In("site"), [result])).Message
            .ShouldContain("SHA256SUMS.sig leads to ");
        Directory.Exists(In("site")).ShouldBeFalse();
    }

    private void Check(params string[] names) => ResultLinks.Check(Result, names.Select(name => Path.Combine(Result, name)));

    private void Link(string name, string target) => File.CreateSymbolicLink(Path.Combine(Result, name), target);

    private string In(string name) => Path.Combine(_folder.Path, name);
}
