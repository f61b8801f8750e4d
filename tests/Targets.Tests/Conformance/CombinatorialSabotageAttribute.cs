using System.Reflection;
using Xunit.Sdk;

namespace DbIngest.Targets.Tests.Conformance;

/// <summary>Every kind of sabotage with each of a few seeds.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class CombinatorialSabotageAttribute : DataAttribute
{
    private const ulong Seeds = 4;

    public override IEnumerable<object[]> GetData(MethodInfo testMethod)
    {
        foreach (var kind in Enum.GetValues<Sabotage>())
        {
            for (ulong seed = 0; seed < Seeds; seed++)
            {
                yield return [kind, seed];
            }
        }
    }
}
