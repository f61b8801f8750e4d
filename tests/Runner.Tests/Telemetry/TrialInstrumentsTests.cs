using System.Diagnostics.Metrics;
using DbIngest.Core.Plan;
using DbIngest.Runner.Telemetry;
using DbIngest.Runner.Tests.Options;

namespace DbIngest.Runner.Tests.Telemetry;

public class TrialInstrumentsTests
{
    /// <summary>The units of a mix are those of its operations, of which a lane sends one at a time.</summary>
    [Theory]
    [InlineData("{record}", "{batch}", "batch")]
    [InlineData("{operation}", "{operation}", "operation", "--mix=read=50,update=50")]
    public void Instruments_OfATrial_NameWhatItDoes(string piece, string waiting, string word, params string[] options)
    {
        var request = SweepRequestReaderTests.Read(["--records=100", "--rate=100", .. options]);
        var trial = new ScheduledTrial(0, request.Points(request.Values!)[0], 1, WarmUp: false);

        var published = PublishedBy(trial);

        published["dbingest.acknowledged"].Unit.ShouldBe(piece);
        published["dbingest.rate"].Unit.ShouldBe(piece + "/s");
        published["dbingest.backlog"].Unit.ShouldBe(waiting);
        published["dbingest.backlog"].Description!.ShouldContain(word, Case.Insensitive);
        published["dbingest.retries"].Unit.ShouldBe("{attempt}");
        published["dbingest.retries"].Description!.ShouldContain(word, Case.Insensitive);
    }

    /// <summary>A listener hears of an instrument on the thread that creates it, so that other tests do not disturb.</summary>
    private static Dictionary<string, Instrument> PublishedBy(ScheduledTrial trial)
    {
        var published = new Dictionary<string, Instrument>(StringComparer.Ordinal);
        int thread = Environment.CurrentManagedThreadId;
        bool isListening = false;
        using var listener = new MeterListener
        {
            InstrumentPublished = (instrument, _) =>
            {
                if (isListening && Environment.CurrentManagedThreadId == thread && instrument.Meter.Name == TrialInstruments.Name)
                {
                    published[instrument.Name] = instrument;
                }
            },
        };
        listener.Start();
        isListening = true;
        using var instruments = new TrialInstruments(trial, []);
        isListening = false;
        return published;
    }
}
