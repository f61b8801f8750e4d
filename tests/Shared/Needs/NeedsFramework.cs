using System.Reflection;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace DbIngest.Tests.Needs;

/// <summary>xunit's framework, which runs no test whose needs are missing.</summary>
/// <param name="messages">Receives diagnostic messages.</param>
public sealed class NeedsFramework(IMessageSink messages) : XunitTestFramework(messages)
{
    /// <inheritdoc/>
    protected override ITestFrameworkExecutor CreateExecutor(AssemblyName assemblyName) =>
        new NeedsExecutor(assemblyName, SourceInformationProvider, DiagnosticMessageSink);
}
