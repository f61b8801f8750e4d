using System.Text;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Results;

public sealed class JournalTests : IDisposable
{
    private readonly string _path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());

    [Fact]
    public void Append_ThenRead_GivesTheSameEntries()
    {
        using (var journal = Journal.Open(_path))
        {
            journal.Append(Trial(1));
            journal.Append(new CalibrationResult { Key = CalibrationKey.Of(Trial(1).Point), RecordsPerS = 1.5, RunsRecordsPerS = [1, 2, 1.5] });
        }

        var read = Journal.Read(_path);
        read.Count.ShouldBe(2);
        read[0].ShouldBeOfType<TrialResult>().Id.ShouldBe(Trial(1).Id);
        read[0].ShouldBeOfType<TrialResult>().Point.ShouldBe(Trial(1).Point);
        read[1].ShouldBeOfType<CalibrationResult>().RunsRecordsPerS.ShouldBe([1, 2, 1.5]);
    }

    [Fact]
    public void Open_TornAnywhereInTheLastLine_KeepsTheWholeLinesAndGoesOn()
    {
        using (var journal = Journal.Open(_path))
        {
            journal.Append(Trial(1));
            journal.Append(Trial(2));
        }

        byte[] whole = File.ReadAllBytes(_path);
        int firstLine = Array.IndexOf(whole, (byte)'\n') + 1;
        for (int length = firstLine; length < whole.Length; length++)
        {
            File.WriteAllBytes(_path, whole[..length]);
            Journal.Read(_path).Count.ShouldBe(1);
            using (var journal = Journal.Open(_path))
            {
                journal.Entries.Count.ShouldBe(1);
                journal.Append(Trial(2));
            }

            File.ReadAllBytes(_path).ShouldBe(whole);
        }
    }

    [Fact]
    public void Open_WhileAnotherWrites_IsRefused()
    {
        using var journal = Journal.Open(_path);

        Should.Throw<ResultException>(() => Journal.Open(_path)).Message.ShouldContain("Is another run writing it");
    }

    [Theory]
    [InlineData("{}\n", "line 1")]
    [InlineData("null\n", "line 1")]
    [InlineData("{\"kind\":\"trial\"}\n", "line 1")]
    [InlineData("{\"kind\":\"other\"}\n", "line 1")]
    [InlineData("rubbish\n", "line 1")]
    public void Read_Damaged_NamesTheLine(string content, string place)
    {
        File.WriteAllText(_path, content, Encoding.UTF8);

        Should.Throw<ResultException>(() => Journal.Read(_path)).Message.ShouldContain(place);
    }

    [Fact]
    public void Read_Missing_IsSaid() => Should.Throw<ResultException>(() => Journal.Read(_path)).Message.ShouldContain(_path);

    public void Dispose() => File.Delete(_path);

    private static TrialResult Trial(int number) => new()
    {
        Point = Points.Of(),
        Trial = number,
        WarmUp = false,
        Position = number,
        StartedUtc = DateTimeOffset.UnixEpoch,
        Status = TrialStatus.Complete,
    };
}
