using System.Reflection;
using DbIngest.Abstractions.Targets;
using Xunit.Sdk;

namespace DbIngest.Targets.Tests.SqlServer;

/// <summary>A row of a theory's data for each client, its name first.</summary>
/// <param name="rest">The arguments after it.</param>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
internal sealed class CombinatorialClientsAttribute(params object?[] rest) : DataAttribute
{
    public override IEnumerable<object[]> GetData(MethodInfo testMethod) =>
        [[WriteClient.Wire, .. rest!], [WriteClient.Driver, .. rest!]];
}
