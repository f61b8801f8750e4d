using System.Collections.ObjectModel;
using System.Globalization;
using System.Management.Automation;
using System.Management.Automation.Host;
using System.Security;

namespace DbIngest.Clusters.Tests.PowerShell;

/// <summary>A host that keeps what PowerShell writes for a person, and answers questions by <see cref="Answer"/>.</summary>
internal sealed class AnsweringHost : PSHost
{
    private readonly Screen _screen;

    public AnsweringHost() => _screen = new Screen(this);

    /// <summary>The letter that a person would type.</summary>
    public char Answer { get; set; } = 'Y';

    /// <summary>The questions that were asked, in order.</summary>
    public List<string> Questions { get; } = [];

    /// <summary>The lines that were written for a person.</summary>
    public List<string> Lines { get; } = [];

    public override CultureInfo CurrentCulture => CultureInfo.InvariantCulture;

    public override CultureInfo CurrentUICulture => CultureInfo.InvariantCulture;

    public override Guid InstanceId { get; } = Guid.NewGuid();

    public override string Name => "tests";

    public override PSHostUserInterface UI => _screen;

    public override Version Version { get; } = new(1, 0);

    public override void EnterNestedPrompt() => throw new NotSupportedException("no prompt within a prompt");

    public override void ExitNestedPrompt() => throw new NotSupportedException("no prompt within a prompt");

    public override void NotifyBeginApplication()
    {
    }

    public override void NotifyEndApplication()
    {
    }

    public override void SetShouldExit(int exitCode) => throw new NotSupportedException("the module ends its host");

    private sealed class Screen(AnsweringHost host) : PSHostUserInterface
    {
        public override PSHostRawUserInterface? RawUI => null;

        public override int PromptForChoice(
            string caption, string message, Collection<ChoiceDescription> choices, int defaultChoice)
        {
            host.Questions.Add(message);
            return choices.IndexOf(choices.Single(choice => choice.Label.Contains($"&{host.Answer}", StringComparison.Ordinal)));
        }

        public override void Write(string value) => host.Lines.Add(value);

        public override void Write(ConsoleColor foregroundColor, ConsoleColor backgroundColor, string value) =>
            host.Lines.Add(value);

        public override void WriteLine(string value) => host.Lines.Add(value);

        public override void WriteErrorLine(string value) => host.Lines.Add(value);

        public override void WriteDebugLine(string message) => host.Lines.Add(message);

        public override void WriteVerboseLine(string message) => host.Lines.Add(message);

        public override void WriteWarningLine(string message) => host.Lines.Add(message);

        public override void WriteProgress(long sourceId, ProgressRecord record)
        {
        }

        public override Dictionary<string, PSObject> Prompt(
            string caption, string message, Collection<FieldDescription> descriptions) => throw Unasked(message);

        public override PSCredential PromptForCredential(
            string caption, string message, string userName, string targetName) => throw Unasked(message);

        public override PSCredential PromptForCredential(
            string caption,
            string message,
            string userName,
            string targetName,
            PSCredentialTypes allowedCredentialTypes,
            PSCredentialUIOptions options) => throw Unasked(message);

        public override string ReadLine() => throw Unasked("a line");

        public override SecureString ReadLineAsSecureString() => throw Unasked("a line");

        private static InvalidOperationException Unasked(string message) =>
            new($"The module asks for more than a choice: {message}");
    }
}
