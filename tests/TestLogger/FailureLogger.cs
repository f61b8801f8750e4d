using Microsoft.VisualStudio.TestPlatform.ObjectModel;
using Microsoft.VisualStudio.TestPlatform.ObjectModel.Client;
using Microsoft.VisualStudio.TestPlatform.ObjectModel.Logging;

namespace DbIngest.Tests;

/// <summary>
/// Prints each failed test in full and no skipped one: on a machine without servers hundreds are skipped, and the build sums them
/// up when all projects have run. The console logger knows all or nothing of both.
/// </summary>
[FriendlyName("failures")]
[ExtensionUri("logger://dbingest/failures")]
public sealed class FailureLogger : ITestLogger
{
    /// <inheritdoc/>
    public void Initialize(TestLoggerEvents events, string testRunDirectory)
    {
        ArgumentNullException.ThrowIfNull(events);
        events.TestResult += (_, test) =>
        {
            if (test.Result.Outcome == TestOutcome.Failed)
            {
                Print(test.Result);
            }
        };
        events.TestRunMessage += (_, message) =>
        {
            if (message.Level is TestMessageLevel.Error or TestMessageLevel.Warning)
            {
                Console.Error.WriteLine(message.Message);
            }
        };
    }

    private static void Print(TestResult result)
    {
        string captured = string.Concat(result.Messages.Select(message => $"\n  {message.Text?.TrimEnd()}"));
        Console.Error.WriteLine($"""
              Failed {result.DisplayName ?? result.TestCase.DisplayName} [{result.Duration.TotalSeconds:0.0} s]
              {result.ErrorMessage}
            {result.ErrorStackTrace}{captured}
            """);
    }
}
