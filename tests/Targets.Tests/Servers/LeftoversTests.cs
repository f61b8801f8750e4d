using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

/// <summary>Whose leftovers may be removed: those of a process that is known to be gone.</summary>
[Needs("linux")]
public class LeftoversTests
{
    // Namespace, boot, machine, process id and start time.
    private static readonly string[] Own = Leftovers.Owner().Split(' ');

    [Fact]
    public void Owner_OfThisProcess_IsThere()
    {
        Own.Length.ShouldBe(5);
        Own[0].ShouldStartWith("pid:[");
        Leftovers.IsGone(Leftovers.Owner()).ShouldBeFalse();
    }

    [Fact]
    public void Owner_OfNoProcessOrOneThatHasItsId_IsGone()
    {
        Leftovers.IsGone(Leftovers.Owner(999_999_999) + "1").ShouldBeTrue();
        Leftovers.IsGone(With(4, "1")).ShouldBeTrue("another process has the id now");
    }

    /// <summary>Two containers in the host's network have one name, and in each the run is process 1.</summary>
    [Fact]
    public void Owner_InAnotherNamespace_IsNotJudgedHereUnlessTheMachineHasBeenRestarted()
    {
        Leftovers.IsGone(string.Join(' ', ["pid:[1]", .. Own[1..4], "1"])).ShouldBeFalse();
        Leftovers.IsGone(string.Join(' ', ["pid:[1]", "another-boot", .. Own[2..]])).ShouldBeTrue();
    }

    [Theory]
    [InlineData("999999999 1")]
    [InlineData("host 999999999 1")]
    [InlineData("")]
    public void Owner_OfAnEarlierVersion_IsNotJudged(string owner) => Leftovers.IsGone(owner).ShouldBeFalse();

    [Fact]
    public void Owner_OfAnotherMachine_IsNotJudged() =>
        Leftovers.IsGone(string.Join(' ', [Own[0], "another-boot", "another-machine", .. Own[3..]])).ShouldBeFalse();

    private static string With(int place, string word) =>
        string.Join(' ', [.. Own[..place], word, .. Own[(place + 1)..]]);
}
